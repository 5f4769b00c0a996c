import Foundation
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// A recording with commands on its board, of a touchscreen of 1000×500 units: strokes and commands one after another,
/// a tenth of a second each.
struct BoardRecording {
  enum Step {
    /// A stroke from a point to another, in device units.
    case stroke((x: Int32, y: Int32), (x: Int32, y: Int32))
    /// A stroke, with a command before its last step: 25 ms after its beginning.
    case interrupted((x: Int32, y: Int32), (x: Int32, y: Int32), by: BoardCommand)
    case command(BoardCommand)
    case text(String)
    case image(name: String, png: [UInt8])
  }

  let steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// When a step has been done, as `--at` takes it.
  static func time(after steps: Int) -> String { "\(steps * 100 - 50)ms" }

  /// Writes a recording without events.
  static func nothing(to url: URL) throws {
    let output = MemoryOutput(name: "recording")
    var sink = try FormatSinks.make(.mcap, output: output)
    try sink.finish()
    try Data(output.bytes).write(to: url)
  }

  func write(to url: URL) throws {
    let output = MemoryOutput(name: "recording")
    var sink = try FormatSinks.make(.mcap, output: output)
    let screen = DeviceChannel(rawValue: 0)
    try sink.write(.opening(DeviceOpening(number: 0, description: Self.device), as: screen))
    for (number, step) in steps.enumerated() {
      for entry in try entries(of: step, at: Int64(number) * 100_000) { try sink.write(entry) }
    }
    try sink.finish()
    try Data(output.bytes).write(to: url)
  }

  /// - Parameter start: in microseconds.
  private func entries(of step: Step, at start: Int64) throws -> [RecordingEntry] {
    let time = Timestamp(microseconds: start)
    switch step {
    case .stroke(let from, let to): return stroke(from, to, at: start)
    case .interrupted(let from, let to, let command):
      let stroke = stroke(from, to, at: start)
      let message = try BoardMessage.encode(command)
      return stroke.prefix(3) + [.board(message, at: Timestamp(microseconds: start + 25_000))] + stroke.suffix(2)
    case .command(let command): return [.board(try BoardMessage.encode(command), at: time)]
    case .text(let text): return [.board(Array(text.utf8), at: time)]
    case .image(let name, let png):
      var image = RecordingAttachment()
      (image.name, image.mediaType, image.bytes, image.time) = (name, "image/png", png, time)
      return [.attachment(image)]
    }
  }

  private func stroke(_ from: (x: Int32, y: Int32), _ to: (x: Int32, y: Int32), at start: Int64) -> [RecordingEntry] {
    (0...4).map { number in
      let time = Timestamp(microseconds: start + Int64(number) * 10_000)
      var frame = Frame()
      func add(_ code: EventCode, _ value: Int32) {
        frame.events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
      }
      if number == 0 { add(.trackingID, Int32(start / 1000)) }
      if number == 4 { add(.trackingID, -1) }
      add(.positionX, from.x + (to.x - from.x) * Int32(min(number, 3)) / 3)
      add(.positionY, from.y + (to.y - from.y) * Int32(min(number, 3)) / 3)
      frame.events.append(.report(at: time))
      return .frame(frame, of: DeviceChannel(rawValue: 0))
    }
  }

  private static var device: DeviceDescription {
    var device = DeviceDescription()
    device.name = "Test Screen"
    device.properties = [.direct]
    device.codes = [.key: [.touch], .absolute: [.slot, .positionX, .positionY, .trackingID]]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 1), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .positionX: AbsoluteAxis(minimum: 0, maximum: 1000), .positionY: AbsoluteAxis(minimum: 0, maximum: 500),
    ]
    return device
  }
}
