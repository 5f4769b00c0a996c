import Glibc
import SeededCases
import SystemPackage
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// Ten fingers at 120 Hz on a 4K board: each frame is read from a pipe as kernel records and drawn until its tiles are
/// composited.
final class LiveSession {
  private let frames: [[UInt8]]
  private let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
  private var target = PixelBuffer(size: .ultraHD)

  init(_ frames: [Frame]) throws {
    self.frames = frames.map(rawRecords)
    pipe = try FileDescriptor.pipe()
  }

  deinit {
    // Nothing was written that anyone waits for.
    _ = try? pipe.readEnd.close()
    _ = try? pipe.writeEnd.close()
  }

  /// Milliseconds of each frame.
  ///
  /// - Parameter time: of a body, in nanoseconds.
  func times(_ time: (() throws -> Void) throws -> Double = nanoseconds) throws -> [Double] {
    var board = try Board.forBenchmarks(.ultraHD)
    var session = TouchSession()
    let mapping = SurfaceMapping(
      device: SessionS60.device, board: board.raster.board, options: SurfaceMapping.Options(fit: .stretch))
    let device = session.open(SessionS60.device, mapping: mapping)
    var events: [TouchEvent] = []
    var damage = Damage(size: .ultraHD)
    var reading = PipeReading()
    return try frames.map { records in
      try pipe.writeEnd.writeAll(records)
      return try time {
        let frame = try reading.frame(from: pipe.readEnd)
        session.handle(frame, from: device, into: &events)
        for event in events { board.handle(event) }
        events.removeAll(keepingCapacity: true)
        board.drainDamage(into: &damage)
        target.withTarget { board.compose(damage, into: $0) }
      } / 1e6
    }
  }
}

/// Reads a frame in one `read(2)`.
private struct PipeReading {
  private var buffer = [UInt64](repeating: 0, count: 3 * 1024)
  private var assembler = FrameAssembler()

  mutating func frame(from descriptor: FileDescriptor) throws -> Frame {
    let count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) } / 24
    for record in 0..<count {
      let word = buffer[3 * record + 2]
      let time = Timestamp(microseconds: Int64(buffer[3 * record] * 1_000_000 + buffer[3 * record + 1]))
      _ = assembler.append(
        InputEvent(
          time: time, type: EventType(rawValue: UInt16(truncatingIfNeeded: word)),
          code: EventCode(rawValue: UInt16(truncatingIfNeeded: word >> 16)),
          value: Int32(truncatingIfNeeded: word >> 32)))
    }
    return assembler.frame
  }
}

/// A frame as 24-byte records of `struct input_event`.
func rawRecords(_ frame: Frame) -> [UInt8] {
  let words = frame.events.flatMap { event -> [UInt64] in
    let microseconds = UInt64(event.time.microseconds)
    let value = UInt64(UInt32(bitPattern: event.value))
    return [
      microseconds / 1_000_000, microseconds % 1_000_000,
      UInt64(event.type.rawValue) | UInt64(event.code.rawValue) << 16 | value << 32,
    ]
  }
  return words.withUnsafeBytes { Array($0) }
}

extension Workload {
  static func latency(_ frames: [Frame], peers: Peers) throws -> [Workload] {
    let session = try LiveSession(frames)
    let processorTimes = SharedRuns<Statistic, [Double]> { try session.times(processorNanoseconds) }
    return [
      // 1 ms on a machine where that takes 2.5.
      Workload("live frame to tiles, 4K, 99th percentile", .milliseconds, goal: .ratioAtLeast(2.5)) {
        percentile(0.99, of: try session.times())
      }.againstRedrawing(.ultraHD, peers),
      Workload("live frame to tiles, 4K, 99th percentile of processor time", .milliseconds) {
        percentile(0.99, of: try processorTimes.run(for: .percentile))
      },
      Workload("live frame to tiles, 4K, most processor time", .milliseconds) {
        try processorTimes.run(for: .slowest).max() ?? 0
      },
    ]
  }
}
