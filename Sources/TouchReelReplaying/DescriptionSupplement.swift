package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordings

/// Gives undescribed devices the descriptions that a scan inferred, for formats that begin with one.
package struct DescriptionSupplement: EntryTransform {
  private let descriptions: [DeviceDescription]

  /// - Parameter descriptions: by channel.
  package init(_ descriptions: [DeviceDescription]) { self.descriptions = descriptions }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    guard case .opening(let opening, let channel) = entry, descriptions.indices.contains(channel.rawValue) else {
      return try emit(entry)
    }
    let description = descriptions[channel.rawValue]
    try emit(.opening(DeviceOpening(number: opening.number, description: description), as: channel))
  }
}
