import ArgumentParser
import ByteStreams
import Canvas
import DrawingBoard
import Exporting
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

struct Render: ParsableCommand, Sendable {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render recordings or drawing files: PNG, SVG, PDF, HTML, MP4, WebM, GIF or APNG.",
    discussion: """
      Without --size, the board is 1920 points wide and has the device's proportions. A picture of another size shows the same drawing. \
      Several files are drawn into a folder, each under its own name; if one cannot be drawn, the error is reported and the others are \
      still drawn.

        touchreel render session.mcap -o session.png
        touchreel render 3m.event -o - --at 50% --color-by touch | display
        touchreel render session.mcap -o film.mp4 --duration 30s --max-pause 1s
        touchreel render session.mcap -o session.html
        touchreel render session.mcap -o - --format raw --size 1280x720 | ffmpeg -f rawvideo -pixel_format bgra -video_size 1280x720 …
        touchreel render corpus/*.mcap -o pictures/ --shard 1/4
        touchreel render -r corpus -o pictures/ --crop --size 64x64
      """)

  @Argument(help: "The recordings or drawings to render.") var files: [String]
  @Option(name: .shortAndLong, help: "The picture to write, - for standard output, or a folder.") var output: String
  @Option(help: "What to write; by default as the picture's name says, PNG for a folder and for standard output.")
  var format: PictureFormat?
  @Option(help: "Number of drawing threads, by default one for each core; the pixels do not depend on it.")
  var threads: Int?
  @Flag(name: .shortAndLong, help: "Draw all recordings and drawings in folders, into folders of the same names.")
  var recursive = false
  @Option(help: ArgumentHelp("Draw only every Nth file, starting with the Ith.", valueName: "I/N"))
  var shard: ShardArgument?
  @OptionGroup(title: "SVG and PDF") var vectors: VectorOptions
  @OptionGroup(title: "Films") var film: FilmOptions
  @OptionGroup var drawn: DrawnOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads takes 1 to 64.") }
    // Folders are searched once, when it is known that all arguments are usable.
    let format = recursive ? format ?? .png : try targets().format
    try vectors.refuse(unlessFor: format)
    try film.refuse(unlessFor: format)
    if format == .html && drawn.ink.showHover {
      throw ValidationError("--show-hover is of pictures and films; a page shows touches only.")
    }
    if format.isTimed && drawn.crop {
      throw ValidationError("--crop is for pictures of one instant, not for films and pages.")
    }
  }

  func run() throws {
    let targets = try targets().all
    if recursive && targets.isEmpty {
      throw Failure(message: "\(files.joined(separator: ", ")): no files are in there")
    }
    let threads = threads ?? FileBatch.cores
    guard files.count > 1 || recursive else {
      var report = BatchReport()
      for target in targets { try draw(target, threads: threads, report: &report) }
      for (file, messages) in report.warnings { Terminal.warn(messages, of: file) }
      return
    }
    if recursive { try makeFolders(for: targets) }
    // A file for each thread: small pictures leave nothing to share.
    let isWhole = FileBatch.run(targets, threads: threads, title: "Drawing", name: \.file) { report(of: $0) }
    if !isWhole { throw ExitCode.failure }
  }

  private func targets() throws -> PictureTargets {
    try PictureTargets(files, output: output, format: format, shard: shard, isRecursive: recursive)
  }

  /// Pictures of files in folders lie in folders of the same names.
  private func makeFolders(for targets: [PictureTargets.Target]) throws(FileError) {
    for folder in Set(targets.map { FilePath(argument: $0.picture).removingLastComponent() }) {
      try FileTree.makeFolder(folder)
    }
  }

  /// Draws one of several pictures; an error does not stop the others.
  private func report(of target: PictureTargets.Target) -> BatchReport {
    var report = BatchReport()
    do {
      try draw(target, threads: 1, report: &report)
    } catch let error as FileError {
      report.error = error.description
    } catch let error as Failure {
      report.error = error.message
    } catch {
      report.error = "\(target.file): \(error)"
    }
    return report
  }

  private func draw(_ target: PictureTargets.Target, threads: Int, report: inout BatchReport) throws {
    let bytes = try input.bytes(of: target.file)
    if target.isFound, try !Self.isKnown(bytes) {
      report.isPassedOver = true
      return
    }
    if let drawing = try DrawingInput.read(bytes, input) {
      return try draw(drawing, as: target, threads: threads, report: &report)
    }
    let recording = try input.open(bytes)
    switch target.format {
    case .png: try drawPixels(recording, as: target.picture, threads: threads, report: &report)
    case .svg, .pdf: try drawVectors(recording, as: target, threads: threads, report: &report)
    case .html: try drawPage(recording, as: target.picture, threads: threads, report: &report)
    case .mp4, .webm, .gif, .apng, .raw, .frames: try drawFilm(recording, as: target, threads: threads, report: &report)
    }
  }

  /// Whether a file is a recording or a drawing, sound or not.
  private static func isKnown(_ bytes: any ByteSource) throws -> Bool {
    if try DrawingInput.begins(bytes) { return true }
    return (try? RecordingSniffer.format(of: bytes)) != nil
  }

  private func drawVectors(
    _ recording: Recording, as target: PictureTargets.Target, threads: Int, report: inout BatchReport
  ) throws {
    let out = try OutputFile(path: FilePath(argument: target.picture), existing: replacing.existing)
    let (renderer, survey) = try drawn.renderer(
      of: recording, input, threads: threads, showsProgress: files.count == 1)
    var progress = Progress("Drawing", isShown: files.count == 1)
    let rendered = try renderer.renderedDrawing(keepsSamples: vectors.animate) { progress.update($0) }
    progress.finish()
    try vectors.write(rendered, as: target.format, to: out)
    let blank = blankWarnings(touches: rendered.touchCount, isOfWhole: survey.isOfWhole)
    report.warn(rendered.warnings + blank, of: recording.name)
  }

  private func drawPage(
    _ recording: Recording, as page: String, threads: Int, report: inout BatchReport
  ) throws {
    let out = try OutputFile(path: FilePath(argument: page), existing: replacing.existing)
    let (renderer, _) = try drawn.renderer(of: recording, input, threads: threads, showsProgress: files.count == 1)
    var progress = Progress("Drawing", isShown: files.count == 1)
    let drawn = try PlayerPage(renderer, name: recording.name) { progress.update($0) }
    progress.finish()
    try drawn.write { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
    let blank = blankWarnings(touches: drawn.touchCount, isOfWhole: drawn.isOfWhole)
    report.warn(drawn.warnings + blank, of: recording.name)
  }

  private func drawFilm(
    _ recording: Recording, as target: PictureTargets.Target, threads: Int, report: inout BatchReport
  ) throws {
    let (renderer, _) = try drawn.renderer(of: recording, input, threads: threads, showsProgress: files.count == 1)
    var film = try Film(renderer, name: recording.name, self.film.pace(of: target.format))
    var progress = Progress("Filming", isShown: files.count == 1, callsPerLook: 1)
    defer { progress.finish() }
    report.warn(try write(&film, as: target) { progress.update($0) }, of: recording.name)
  }

  private func write(
    _ film: inout Film, as target: PictureTargets.Target, progress: (Double) -> Void
  ) throws -> [String] {
    if let names = FrameNames(target.picture) {
      try FileTree.makeFolder(FilePath(argument: names.name(ofFrame: 0)).removingLastComponent())
      return try film.writePictures(names, existing: replacing.existing, progress: progress)
    }
    let out = try OutputFile(path: FilePath(argument: target.picture), existing: replacing.existing)
    if let kind = target.format.film { return try film.encode(as: kind, to: out, progress: progress) }
    return try film.writeFrames(to: out, progress: progress)
  }

  private func blankWarnings(touches: Int, isOfWhole: Bool) -> [String] {
    guard touches == 0 else { return [] }
    return ["no touches\(isOfWhole ? "" : " by that time"): the picture shows only the background"]
  }

  private func drawPixels(
    _ recording: Recording, as picture: String, threads: Int, report: inout BatchReport
  ) throws {
    let out = try OutputFile(path: FilePath(argument: picture), existing: replacing.existing)
    let drawn = try self.picture(of: recording, threads: threads)
    try drawn.picture.writePNG { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
    let blank = blankWarnings(touches: drawn.touchCount, isOfWhole: drawn.isOfWhole)
    report.warn(drawn.warnings + blank, of: recording.name)
  }

  private func picture(of recording: Recording, threads: Int) throws -> RenderedPicture {
    var progress = Progress("Drawing", isShown: files.count == 1)
    defer { progress.finish() }
    let options = try drawn.renderOptions(threads: threads)
    if let picture = try Renderer.pictureInOneReading(
      of: recording, options: options, progress: { progress.update($0) })
    {
      return picture
    }
    let (renderer, _) = try drawn.renderer(
      of: recording, input, threads: threads, showsProgress: files.count == 1)
    return try renderer.renderedPicture { progress.update($0) }
  }

  private func draw(
    _ drawing: DrawingInput, as target: PictureTargets.Target, threads: Int, report: inout BatchReport
  ) throws {
    guard drawn.optionsForTimes.isEmpty else {
      throw Failure(
        message: "\(drawing.name): a drawing has no times; remove \(drawn.optionsForTimes.joined(separator: ", "))")
    }
    guard drawn.optionsForTouches.isEmpty else {
      let options = drawn.optionsForTouches.joined(separator: ", ")
      throw Failure(message: "\(drawing.name): a drawing has no touches; remove \(options)")
    }
    guard !target.format.isFilm else {
      throw Failure(message: "\(drawing.name): a drawing has no times, and so no film; render it as a picture")
    }
    guard target.format != .html else {
      throw Failure(
        message: "\(drawing.name): a drawing has no times, and so nothing to play; render it as a picture")
    }
    let out = try OutputFile(path: FilePath(argument: target.picture), existing: replacing.existing)
    var options = DrawingOptions()
    options.size = drawn.size?.size
    options.crop = drawn.cropped
    options.threads = threads
    options.restylings = drawn.ink.restylings
    options.relativeWidth = drawn.ink.width?.share
    if let chosen = try drawn.ink.background?.resolved(drawn.limits) { (options.background, options.image) = chosen }
    let (board, warnings) = try drawing.board(options, limits: drawn.limits)
    switch target.format {
    case .png:
      try board.picture.writePNG { (bytes) throws(FileError) in try out.write(bytes) }
      try out.commit()
    default: try vectors.write(RenderedDrawing(board), as: target.format, to: out)
    }
    report.warn(warnings, of: drawing.name)
  }
}
