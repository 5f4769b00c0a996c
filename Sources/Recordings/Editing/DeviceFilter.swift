public import ByteStreams
import InputEvents

/// Keeps the devices that match, with their frames, and everything that belongs to no device.
///
/// The devices that remain keep their order and are renumbered.
public struct DeviceFilter: EntryTransform {
  private let fits: @Sendable (DeviceOpening) -> Bool
  private var kept: [DeviceChannel: DeviceChannel] = [:]

  public init(_ fits: @escaping @Sendable (DeviceOpening) -> Bool) { self.fits = fits }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel):
      guard fits(opening) else { return }
      let number = DeviceChannel(rawValue: kept.count)
      kept[channel] = number
      try emit(.opening(opening, as: number))
    case .frame(let frame, let channel): if let number = kept[channel] { try emit(.frame(frame, of: number)) }
    case .sync(let frame, let channel): if let number = kept[channel] { try emit(.sync(frame, of: number)) }
    case .board, .note:
      var entry = entry
      if entry.renumberChannel(by: { kept[$0] }) { try emit(entry) }
    case .attachment, .foreignMessage, .foreignMetadata: try emit(entry)
    }
  }
}
