import InputEvents

/// Protocol A: the contacts of the current frame, each closed by SYN_MT_REPORT.
struct AnonymousContacts {
  private(set) var contacts: [Contact] = []
  private var open = Contact()
  private var isOpen = false

  @inline(__always)
  mutating func set(_ code: EventCode, to value: Int32, anomalies: inout TrackerAnomalies) {
    guard code != .slot else { return }
    if code == .trackingID, value < -1 || value == .max { anomalies[.idOutOfRange] += 1 }
    open.set(code, to: value)
    isOpen = true
  }

  /// SYN_MT_REPORT. One without axes before it says that there is no contact.
  mutating func close(anomalies: inout TrackerAnomalies) {
    guard isOpen else { return }
    if contacts.count < DeviceLayout.slotLimit {
      contacts.append(open)
    } else {
      anomalies[.tooManyContacts] += 1
    }
    startContact()
  }

  mutating func finishFrame() {
    contacts.removeAll(keepingCapacity: true)
    startContact()
  }

  /// A position keeps its value; the other axes belong to one contact.
  private mutating func startContact() {
    let last = open
    open = Contact()
    (open.x, open.y) = (last.x, last.y)
    isOpen = false
  }
}
