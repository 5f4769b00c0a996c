public import ByteStreams
import InputEvents

/// Keeps the devices that fit, with their frames, and everything that is of no device.
///
/// Those that are left keep their order and are numbered anew.
public struct DeviceFilter: EntryTransform {
  private let fits: @Sendable (DeviceOpening) -> Bool
  private var kept: [DeviceChannel: DeviceChannel] = [:]

  public init(_ fits: @escaping @Sendable (DeviceOpening) -> Bool) { self.fits = fits }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    var entry = entry
    switch entry.kind {
    case .opening:
      guard fits(entry.opening) else { return }
      kept[entry.channel] = DeviceChannel(rawValue: kept.count)
    case .frame, .sync: break
    case .board, .note:
      guard entry.renumberChannel(by: { kept[$0] }) else { return }
      return try emit(entry)
    case .attachment, .foreignMessage, .foreignMetadata: return try emit(entry)
    }
    guard let channel = kept[entry.channel] else { return }
    entry.channel = channel
    try emit(entry)
  }
}
