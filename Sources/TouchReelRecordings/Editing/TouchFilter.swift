package import TouchReelByteStreams
package import TouchReelInputEvents

/// Keeps some contacts of devices with slots; other devices' frames are all kept or all left out.
///
/// The emulation of a single touch that such devices send is removed too, since it may follow another finger. Frames of
/// which nothing is left are left out.
package struct TouchFilter: EntryTransform {
  /// What becomes of devices without slots.
  package enum OtherDevices: Sendable { case kept, leftOut }

  /// The beginning of a contact: a tracking id comes into a slot, or the contact shows without one.
  package struct Beginning: Hashable, Sendable {
    package var device: DeviceChannel
    package var slot: Int32
    /// Negative if the contact has none.
    package var trackingID: Int32
    /// `nil` if it was there when the device was opened.
    package var time: Timestamp?

    package init(device: DeviceChannel, slot: Int32, trackingID: Int32, time: Timestamp?) {
      (self.device, self.slot) = (device, slot)
      (self.trackingID, self.time) = (trackingID, time)
    }
  }

  private let keeps: @Sendable (Beginning) -> Bool
  private let others: OtherDevices
  private let exempt: Set<DeviceChannel>
  private let courses: [DeviceChannel: ContactCourse]
  private var devices: [DeviceChannel: SlotFilter] = [:]

  /// - Parameters:
  ///   - others: what becomes of devices without slots.
  ///   - exempt: those of them that stay as they are in any case.
  ///   - courses: what events do not say of contacts. Without it, one without an id is left out.
  ///   - keeps: whether the contact that begins so is kept.
  package init(
    others: OtherDevices = .leftOut, exempt: Set<DeviceChannel> = [],
    courses: [DeviceChannel: ContactCourse] = [:], _ keeps: @escaping @Sendable (Beginning) -> Bool
  ) {
    self.exempt = exempt
    self.courses = courses
    self.others = others
    self.keeps = keeps
  }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(var opening, let channel):
      guard opening.description.contactProtocol == .slots else { return try emit(entry) }
      var filter = SlotFilter(channel, courses[channel] ?? ContactCourse(), keeps)
      filter.start(&opening.description)
      devices[channel] = filter
      try emit(.opening(opening, as: channel))
    case .frame(let frame, let channel):
      if let left = filtered(frame, of: channel) { try emit(.frame(left, of: channel)) }
    case .sync(let frame, let channel):
      if let left = filtered(frame, of: channel, isSync: true) { try emit(.sync(left, of: channel)) }
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: try emit(entry)
    }
  }

  private mutating func filtered(_ frame: Frame, of channel: DeviceChannel, isSync: Bool = false) -> Frame? {
    guard devices[channel] != nil else { return others == .kept || exempt.contains(channel) ? frame : nil }
    return devices[channel]?.filter(frame, isSync: isSync)
  }
}
