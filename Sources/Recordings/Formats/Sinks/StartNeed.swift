import InputEvents

extension DeviceDescription {
  /// The state at the start as a first frame, for a format that cannot say it otherwise. Nothing where no finger is down, no key is
  /// pressed and the first slot is selected: what the events then mean does not depend on it.
  func neededStartFrame(at time: Timestamp) -> Frame? {
    let hasContact = slots.contains { ($0[.trackingID] ?? -1) != -1 }
    let hasKey = active[.key]?.isEmpty == false
    let isElsewhere = axes[.slot].map { $0.value != 0 } ?? false
    return hasContact || hasKey || isElsewhere ? startFrame(at: time) : nil
  }
}
