import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// How the pages of recordings and drawings are written: a picture each, or all in one PDF.
extension Render {
  func drawPages(
    _ recording: Recording, as output: PictureOutput, threads: Int, report: inout BatchReport
  ) throws {
    let opened = try opened(output)
    let (renderer, survey) = try drawn.renderer(
      of: recording, input, threads: threads, showsProgress: output.showsProgress)
    var progress = Progress("Drawing", isShown: output.showsProgress)
    let played = try renderer.renderedPages(asPixels: output.format == .png, keepsSamples: vectors.animate) {
      progress.update($0)
    }
    progress.finish()
    let content = PlayedPages(played: played, selection: pages.selection, name: recording.name)
    let warnings = try write(content, as: output, opened, threads: threads, report: &report)
    report.warn(warnings + survey.blankWarnings, of: recording.name)
  }

  func draw(
    _ drawing: DrawingInput, as output: PictureOutput, _ options: DrawingOptions, report: inout BatchReport
  ) throws {
    try refuseOptions(for: drawing, as: output.format)
    let content = DrawnPages(
      input: drawing, options: options, limits: input.limits, title: drawn.shown.title,
      showsScaleBar: drawn.shown.scaleBar)
    report.warn(try write(content, as: output, try opened(output), threads: 1, report: &report), of: drawing.name)
  }

  /// The file, so that one that is there is refused before a long recording is played; `nil` if there may be several.
  private func opened(_ output: PictureOutput) throws(FileError) -> OutputFile? {
    pages.mayBeSeveral && output.format != .pdf ? nil : try output.open()
  }

  /// - Parameter opened: the file of the only picture, if it is known that there is one.
  /// - Returns: what the user should know.
  private func write(
    _ content: some PagedContent, as output: PictureOutput, _ opened: OutputFile?, threads: Int,
    report: inout BatchReport
  ) throws -> [String] {
    let (shown, chosen) = (content.shown, try content.chosen)
    var warnings: [String] = []
    func warn(_ lines: [String]) { warnings += lines.filter { !warnings.contains($0) } }
    if output.format == .pdf {
      try vectors.writePDF(chosen ?? 0..<shown.count, to: try opened ?? output.open()) { page in
        let rendered = try content.drawing(ofPage: page)
        warn(rendered.warnings)
        return rendered
      }
      return warnings
    }
    let one = shown.index..<shown.index + 1
    for (page, output) in try outputs(of: chosen ?? one, output, content.name, report: &report) {
      warn(try write(content, page, as: output, to: try opened ?? output.open(), threads: threads))
    }
    if chosen == nil { warn([shown.noteOfOthers].compactMap(\.self)) }
    return warnings
  }

  private func write(
    _ content: some PagedContent, _ page: Int, as output: PictureOutput, to out: OutputFile, threads: Int
  ) throws -> [String] {
    guard output.format == .png else {
      let rendered = try content.drawing(ofPage: page)
      try vectors.writeSVG(rendered, to: out)
      return rendered.warnings + vectors.warnings(of: rendered)
    }
    let (picture, warnings) = try content.picture(ofPage: page)
    try picture.writePNG(note: output.note, threads: threads) { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
    return warnings
  }

  /// Where pages go, without those of which the pictures are there already. Nothing is written yet if one may not be.
  private func outputs(
    of pages: Range<Int>, _ output: PictureOutput, _ name: String, report: inout BatchReport
  ) throws -> [(page: Int, output: PictureOutput)] {
    guard pages.count > 1 else {
      if let one = try output.unlessMade() { return [(pages.lowerBound, one)] }
      report.unchanged += 1
      return []
    }
    guard output.isNamed else {
      throw Failure(
        message: "\(name): \(pages.count) pages are as many pictures, which need files; choose one with --page, "
          + "or write a PDF with --format pdf")
    }
    report.count += pages.count - 1
    return try pages.compactMap { page in
      let output = output.ofPage(page + 1, to: pages.upperBound)
      try replacing.refuse(output.picture, readFrom: output.sources)
      guard let wanted = try output.unlessMade() else {
        report.unchanged += 1
        return nil
      }
      _ = try wanted.open()
      return (page, wanted)
    }
  }
}
