import ArgumentParser
import ByteStreams
import Canvas
import DrawingBoard
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

struct Render: ParsableCommand, Sendable {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render recordings or drawing files as PNG pictures.",
    discussion: """
      Without --size, the board is 1920 points wide and has the device's proportions. A picture of another size shows the same drawing. \
      Several files are drawn into a folder, each under its own name; if one cannot be drawn, the error is reported and the others are \
      still drawn.

        touchreel render session.mcap -o session.png
        touchreel render 3m.event -o - --at 50% --color-by touch | display
        touchreel render corpus/*.mcap -o pictures/ --shard 1/4
      """)

  @Argument(help: "The recordings or drawings to render.") var files: [String]
  @Option(name: .shortAndLong, help: "The picture to write, - for standard output, or a folder.") var output: String
  @Option(help: "Number of drawing threads, by default one for each core; the pixels do not depend on it.")
  var threads: Int?
  @Option(help: ArgumentHelp("Draw only every Nth file, starting with the Ith.", valueName: "I/N"))
  var shard: ShardArgument?
  @OptionGroup var drawn: DrawnOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads takes 1 to 64.") }
    _ = try PictureTargets(files, output: output, shard: shard)
  }

  func run() throws {
    let targets = try PictureTargets(files, output: output, shard: shard).all
    let threads = threads ?? FileBatch.cores
    guard files.count > 1 else {
      var report = BatchReport()
      for target in targets { try draw(target, threads: threads, report: &report) }
      for (file, messages) in report.warnings { Terminal.warn(messages, of: file) }
      return
    }
    // A file for each thread: small pictures leave nothing to share.
    let isWhole = FileBatch.run(targets, threads: threads, title: "Drawing") { report(of: $0) }
    if !isWhole { throw ExitCode.failure }
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
    if let drawing = try DrawingInput.read(bytes, input) {
      return try draw(drawing, as: target.picture, threads: threads, report: &report)
    }
    let recording = try input.open(bytes)
    let out = try OutputFile(path: FilePath(argument: target.picture), existing: replacing.existing)
    let drawn = try picture(of: recording, threads: threads)
    try drawn.picture.writePNG { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
    let blank =
      drawn.touchCount == 0
      ? ["no touches\(drawn.isOfWhole ? "" : " by that time"): the picture shows only the background"] : []
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
    _ drawing: DrawingInput, as picture: String, threads: Int, report: inout BatchReport
  ) throws {
    guard drawn.optionsForTimes.isEmpty else {
      throw Failure(
        message: "\(drawing.name): a drawing has no times; remove \(drawn.optionsForTimes.joined(separator: ", "))")
    }
    guard drawn.optionsForTouches.isEmpty else {
      let options = drawn.optionsForTouches.joined(separator: ", ")
      throw Failure(message: "\(drawing.name): a drawing has no touches; remove \(options)")
    }
    let out = try OutputFile(path: FilePath(argument: picture), existing: replacing.existing)
    var options = DrawingOptions()
    options.size = drawn.size?.size
    options.threads = threads
    options.restylings = drawn.ink.restylings
    if let chosen = try drawn.ink.background?.resolved(drawn.limits) { (options.background, options.image) = chosen }
    let (board, warnings) = try drawing.board(options, limits: drawn.limits)
    try board.picture.writePNG { (bytes) throws(FileError) in try out.write(bytes) }
    try out.commit()
    report.warn(warnings, of: drawing.name)
  }
}

/// The pictures to write: one with the given name, or one in a folder for each of several files.
private struct PictureTargets {
  struct Target {
    var file: String
    var picture: String
  }

  let all: [Target]

  /// - Parameter output: a folder if it exists as one or ends in a slash.
  init(_ files: [String], output: String, shard: ShardArgument?) throws {
    let isFolder = output.hasSuffix("/") || (try? Stat(FilePath(argument: output)))?.type == .directory
    if isFolder {
      all = try Self.named(files).map { Target(file: $0, picture: FilePath(output).appending($1).string) }
        .enumerated().filter { shard?.takes($0.offset) ?? true }.map(\.element)
      return
    }
    guard files.count == 1, shard == nil else {
      throw ValidationError("Several files are drawn into a folder; specify an existing one with --output.")
    }
    guard output.hasSuffix(".png") || output == "-" || Self.isSpecial(output) else {
      throw ValidationError("--output must be a folder or a name ending in .png.")
    }
    all = [Target(file: files[0], picture: output)]
  }

  /// Pipes and devices can have any name.
  private static func isSpecial(_ output: String) -> Bool {
    output.hasPrefix("/dev/") || (try? Stat(FilePath(argument: output))).map { $0.type != .regular } ?? false
  }

  /// `tap.mcap` becomes `tap.png`; files that differ only in their suffixes keep them.
  private static func named(_ files: [String]) throws -> [(file: String, name: String)] {
    let stems = files.map { FilePath($0).stem ?? $0 }
    let counts = Dictionary(stems.map { ($0, 1) }, uniquingKeysWith: +)
    var seen: [String: String] = [:]
    return try zip(files, stems).map { file, stem in
      guard file != "-" else {
        throw ValidationError("Standard input cannot be drawn into a folder, since it has no name.")
      }
      let name = (counts[stem] == 1 ? stem : FilePath(file).lastComponent?.string ?? stem) + ".png"
      if let other = seen.updateValue(file, forKey: name) {
        throw ValidationError("\(other) and \(file) would both become \(name); draw them into different folders.")
      }
      return (file, name)
    }
  }
}

/// The share of the files that one of several machines draws: I/N is every Nth file, starting with the Ith, counted
/// from 1.
struct ShardArgument: ExpressibleByArgument {
  private let number: Int
  private let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  /// - Parameter place: the index of the file in the list.
  func takes(_ place: Int) -> Bool { place % count == number - 1 }
}
