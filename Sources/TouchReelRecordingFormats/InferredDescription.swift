import TouchReelInputEvents
import TouchReelRecordings

/// How text says that a description is not the device's own, so that what was not known stays unknown: the codes were
/// inferred from events, and mostly the ranges too.
enum InferredDescription: String {
  case ranges
  /// The ranges of positions were inferred from a longer recording, of which this is a part.
  case extent
  /// The ranges of positions are the device's.
  case codes

  /// The fact of udev that says so in libinput's YAML.
  static let fact = "TOUCHREEL_INFERRED"
  /// The comment that says so in evemu's text, up to the value.
  static let comment: StaticString = "# TOUCHREEL_INFERRED="

  /// The word behind it where contacts have no slots, since evemu's masks have no codes of EV_SYN.
  static let anonymousContacts: StaticString = "SYN_MT_REPORT"

  /// `nil` for a description that is complete.
  init?(_ device: DeviceDescription) {
    guard !device.isComplete else { return nil }
    self = device.hasOwnRanges ? .codes : device.hasRangesOfWhole ? .extent : .ranges
  }

  /// Marks a description that was read.
  func apply(to device: inout DeviceDescription) {
    device.isComplete = false
    device.hasOwnRanges = self == .codes && device.hasPositionRanges
    device.hasRangesOfWhole = self == .extent && device.hasPositionRanges
  }

  /// What to report where it is written.
  var warning: String {
    let lack = self == .codes ? "its device's description is not complete" : "the ranges of its device are not known"
    return "\(lack): what is written was inferred from the events, and marked so that touchreel does not take it for "
      + "the device's own, as other programs do"
  }
}

extension DescribedDevice {
  /// Whether the text has the device's own ranges of positions.
  var statesRanges: Bool { isDescribed && inferred.map { $0 == .codes } ?? true }
}
