import ArgumentParser
import Canvas
import DrawingBoard
import Glibc
import Recordings
import Replaying
import SystemPackage

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tells the first difference of two recordings.",
    discussion: "The exit status is 0 where they are the same, 1 where they differ, and 2 on trouble.")

  @Argument(help: "A recording.") var first: String
  @Argument(help: "Another.") var second: String
  @Flag(help: "Compare the pictures that they render, not their events.") var renders = false
  @Flag(help: "Compare the times between events, not the clocks.") var ignoreStart = false
  @OptionGroup var input: InputOptions

  func run() throws {
    do {
      guard let difference = try renders ? renderDifference() : eventDifference() else { return }
      try Terminal.say(difference)
    } catch {
      Terminal.write("touchreel: \((error as? Failure)?.message ?? "\(error)")\n", to: .standardError)
      throw ExitCode(2)
    }
    throw ExitCode(1)
  }

  private func eventDifference() throws -> String? {
    let (left, right) = (try input.open(first), try input.open(second))
    var comparison = RecordingComparison(times: ignoreStart ? .fromFirstEvent : .exact)
    let difference = try comparison.difference(between: left.makeSource(), and: right.makeSource())
    return difference.map { "\(left.name) and \(right.name) differ: \($0)" }
  }

  private func renderDifference() throws -> String? {
    let (left, right) = (try picture(of: first), try picture(of: second))
    guard left.size == right.size else {
      return "the pictures differ in size: \(left.size.width)x\(left.size.height), "
        + "not \(right.size.width)x\(right.size.height)"
    }
    guard let place = left.pixels.indices.first(where: { left.pixels[$0] != right.pixels[$0] }) else { return nil }
    let count = left.pixels.indices.count { left.pixels[$0] != right.pixels[$0] }
    let (x, y) = (place % left.size.width, place / left.size.width)
    return "the pictures differ in \(count) pixels, first at \(x),\(y)"
  }

  private func picture(of file: String) throws -> PixelBuffer {
    let bytes = try input.bytes(of: file)
    if let drawing = try DrawingInput.read(bytes) { return try drawing.board().board.picture.composed() }
    let recording = try input.open(bytes)
    return try Renderer(recording, survey: try input.survey(recording), options: RenderOptions()).picture()
      .picture.composed()
  }
}
