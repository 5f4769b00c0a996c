import InputEvents

/// The lines of a text format.
///
/// A grammar is read twice: a first time to learn what describes the devices, and then for the events.
protocol TextGrammar {
  /// Whether what stands before the first event is all that the file says of its devices.
  static var describesBeforeEvents: Bool { get }

  init()

  /// The devices that the lines have told of so far, in the order of their channels.
  var devices: [DescribedDevice] { get }

  /// What to warn of where the whole text was read.
  var warning: String? { get }

  mutating func read(_ line: UnsafeRawBufferPointer) -> LineMeaning
}

extension TextGrammar {
  var warning: String? { nil }
}

enum LineMeaning {
  /// An event of the channel.
  /// - isWhole: false where the line could be the front part of a longer one.
  case event(InputEvent, channel: Int, isWhole: Bool)
  /// A line of the description, a comment, or blank.
  case other
  /// A line of no meaning.
  case unknown
  /// A line that begins as an event and is none.
  case malformed
}

/// A device as a text tells of it.
struct DescribedDevice {
  /// The same for each opening of one device.
  var number = 0
  var description = DeviceDescription()
  /// Whether the text lists the device's codes.
  var isDescribed = false
  /// Whether it was plugged in while recording.
  var isLate = false
}
