public import ByteStreams
public import InputEvents
public import Recordings

/// Gives undescribed devices the descriptions that a survey inferred, for formats that begin with one.
public struct DescriptionSupplement: EntryTransform {
  private let descriptions: [DeviceDescription]

  /// - Parameter descriptions: by channel.
  public init(_ descriptions: [DeviceDescription]) { self.descriptions = descriptions }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    guard entry.kind == .opening, descriptions.indices.contains(entry.channel.rawValue) else { return try emit(entry) }
    var described = entry
    described.opening.description = descriptions[entry.channel.rawValue]
    try emit(described)
  }
}
