/// The file formats that hold recordings. The raw values are the names that the command line and `info --json` use.
public enum RecordingFormat: String, Hashable, Sendable, CaseIterable {
  /// Our own: an MCAP file.
  case mcap
  case evemu
  /// `libinput record`'s YAML.
  case libinput
  /// Android's `getevent`, with or without `-t` and `-l`.
  case getevent
  case evtest
  /// The debug log of KOReader.
  case koreader
  /// What Python's evdev prints: `python -m evdev.evtest`, `print(event)`.
  case pythonEvdev = "python-evdev"
  /// A script of Android's `sendevent`.
  case sendevent
  /// The touches that `libinput debug-events` prints.
  case debugEvents = "debug-events"
  /// `struct input_event` with 32-bit times, 16 bytes.
  case raw16
  /// `struct input_event` with 64-bit times, 24 bytes.
  case raw24
  /// A hexdump of either raw format.
  case hexdump
  /// The ChromeOS touchpad log.
  case chromeos
  /// Ink markup (W3C) whose strokes have times.
  case inkml
  /// A raw drawing of the data set “Quick, Draw!”.
  case quickdraw

  /// Whether every recording of this format has one device, which is opened once, and no messages of `/board`.
  public var hasOneDevice: Bool {
    switch self {
    case .evemu, .evtest, .koreader, .pythonEvdev, .chromeos, .raw16, .raw24, .hexdump, .quickdraw: true
    // Ink has the colours of its brushes.
    case .mcap, .libinput, .getevent, .sendevent, .debugEvents, .inkml: false
    }
  }

  /// Whether it holds a device's description without events when written.
  public var keepsDescriptions: Bool {
    switch self {
    case .mcap, .evemu, .libinput: true
    case .getevent, .evtest, .koreader, .pythonEvdev, .sendevent, .debugEvents, .raw16, .raw24, .hexdump, .chromeos,
      .inkml, .quickdraw:
      false
    }
  }
}
