import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelWindowArguments

/// How each kind of picture is drawn and written.
extension Render {
  func draw(_ recording: Recording, as output: PictureOutput, threads: Int, report: inout BatchReport) throws {
    switch output.format {
    case .png where pages.selection == nil: try drawPixels(recording, as: output, threads: threads, report: &report)
    case .png, .svg, .pdf: try drawPages(recording, as: output, threads: threads, report: &report)
    case .html: try drawPage(recording, as: output, threads: threads, report: &report)
    case .mp4, .webm, .gif, .apng, .raw, .frames: try drawFilm(recording, as: output, threads: threads, report: &report)
    }
  }

  private func drawPage(
    _ recording: Recording, as output: PictureOutput, threads: Int, report: inout BatchReport
  ) throws {
    let out = try output.open()
    let (renderer, _) = try drawn.renderer(of: recording, input, threads: threads, showsProgress: output.showsProgress)
    var progress = Progress("Drawing", isShown: output.showsProgress)
    defer { progress.finish() }
    let page = RecordingExport(renderer, name: recording.name)
    report.warn(try page.write(as: .html, to: out) { progress.update($0) }, of: recording.name)
  }

  private func drawFilm(
    _ recording: Recording, as output: PictureOutput, threads: Int, report: inout BatchReport
  ) throws {
    let (renderer, _) = try drawn.renderer(of: recording, input, threads: threads, showsProgress: output.showsProgress)
    var progress = Progress("Filming", isShown: output.showsProgress, callsPerLook: 1)
    defer { progress.finish() }
    guard let limit = drawn.surface.filmLimit, let kind = output.format.film else {
      return report.warn(try film(renderer, recording.name, as: output) { progress.update($0) }, of: recording.name)
    }
    let kept: FilmFit.Kept = [drawn.size == nil ? [] : .size, film.fps == nil ? [] : .rate]
    let fit = try FilmFit(
      renderer, name: recording.name, as: kind, film.pace(of: output.format), limit: limit, keeping: kept)
    let path = FilePath(argument: output.picture)
    let fitted = try fit.write(to: path, existing: output.existing) { progress.update($0) }
    report.notes.append("\(path.readable): \(fitted.choice)")
    report.warn(fitted.warnings, of: recording.name)
  }

  private func film(
    _ renderer: Renderer, _ name: String, as output: PictureOutput, progress: (Double) -> Void
  ) throws -> [String] {
    let pace = film.pace(of: output.format)
    if let names = FrameNames(output.picture) {
      var film = try Film(renderer, name: name, pace)
      try FileTree.makeFolder(FilePath(argument: names.name(ofFrame: 0)).removingLastComponent())
      return try film.writePictures(names, existing: output.existing, progress: progress)
    }
    var export = RecordingExport(renderer, name: name)
    export.pace = pace
    return try export.write(as: output.format, to: try output.open(), progress: progress)
  }

  private func drawPixels(
    _ recording: Recording, as output: PictureOutput, threads: Int, report: inout BatchReport
  ) throws {
    let out = try output.open()
    let drawn = try picture(of: recording, threads: threads, showsProgress: output.showsProgress)
    try drawn.picture.writePNG(note: output.note, threads: threads) { (bytes) throws(FileError) in try out.write(bytes)
    }
    try out.commit()
    let blank = RecordingFacts.blankWarnings(
      touches: drawn.touchCount, drawsWithoutTouches: drawn.drawsWithoutTouches, isOfWhole: drawn.isOfWhole)
    report.warn(drawn.warnings + blank + [drawn.page.noteOfOthers].compactMap(\.self), of: recording.name)
  }

  private func picture(of recording: Recording, threads: Int, showsProgress: Bool) throws -> RenderedPicture {
    var progress = Progress("Drawing", isShown: showsProgress)
    defer { progress.finish() }
    if let picture = try drawn.pictureInOneReading(
      of: recording, input, threads: threads, progress: { progress.update($0) })
    {
      return picture
    }
    let (renderer, _) = try drawn.renderer(
      of: recording, input, threads: threads, showsProgress: showsProgress)
    return try renderer.renderedPicture { progress.update($0) }
  }

  /// Refuses what only a recording can be drawn with.
  func refuseOptions(for drawing: DrawingInput, as format: PictureFormat) throws {
    guard drawn.givenForTimes.isEmpty else {
      throw Failure(
        message: "\(drawing.name): a drawing has no times; remove \(drawn.givenForTimes.names.joined(separator: ", "))")
    }
    // Pages of drawings have sizes of their own.
    let refused = drawn.givenForTouches.filter { $0.name != "--scale-bar" }
    guard refused.isEmpty else {
      let options = refused.names.joined(separator: ", ")
      throw Failure(message: "\(drawing.name): a drawing has no touches; remove \(options)")
    }
    guard !format.isFilm else {
      throw Failure(message: "\(drawing.name): a drawing has no times, and so no film; render it as a picture")
    }
    guard format != .html else {
      throw Failure(
        message: "\(drawing.name): a drawing has no times, and so nothing to play; render it as a picture")
    }
  }
}
