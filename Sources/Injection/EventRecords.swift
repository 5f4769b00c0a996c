import CEvdev
import Glibc
import InputEvents
import SystemPackage

/// Events as the kernel takes them, in a buffer that is used again and again.
struct EventRecords {
  private var records: [input_event] = []

  /// Writes events in one `write(2)`, so that no other writer comes between them.
  mutating func write(
    _ events: [InputEvent], at time: Timestamp, to descriptor: CInt, named name: String
  ) throws(InjectionError) {
    let (seconds, rest) = max(time.microseconds, 0).quotientAndRemainder(dividingBy: 1_000_000)
    let stamp = timeval(tv_sec: Int(seconds), tv_usec: Int(rest))
    records.removeAll(keepingCapacity: true)
    for event in events {
      records.append(input_event(time: stamp, type: event.type.rawValue, code: event.code.rawValue, value: event.value))
    }
    let error = records.withUnsafeBytes { Self.write(UnsafeRawBufferPointer($0), to: descriptor) }
    if let error { throw .failed(operation: "\(name): cannot be written to", error) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Errno? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? Errno(rawValue: errno) : .ioError }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
