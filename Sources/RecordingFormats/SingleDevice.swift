import ByteStreams
import InputEvents
import Recordings

/// The device of a format that holds only one: the first with a frame.
struct SingleDevice {
  private let format: RecordingFormat
  private let file: String
  private var openings: [DeviceChannel: DeviceOpening] = [:]
  private var first: DeviceOpening?
  private var chosen: DeviceOpening?
  private var current: DeviceChannel?

  init(format: RecordingFormat, file: String) {
    self.format = format
    self.file = file
  }

  mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) {
    openings[channel] = opening
    if first == nil { first = opening }
  }

  /// What the frame's device is to the file.
  enum Turn {
    /// The file's first frame: the description is written before it.
    case begins(DeviceDescription)
    /// The device was plugged in again.
    case resumes(DeviceDescription)
    case goesOn
  }

  /// - Throws: if another device spoke before.
  @inline(__always)
  mutating func turn(of channel: DeviceChannel) throws(FileError) -> Turn {
    channel == current ? .goesOn : try change(to: channel)
  }

  /// What a file without a frame describes, and what else was opened.
  mutating func silent() -> DeviceDescription? { chosen == nil ? first?.description : nil }

  /// The number of devices without frames, which are not in the file.
  var omitted: Int {
    let kept = (chosen ?? first)?.number
    return Set(openings.values.map(\.number)).count { $0 != kept }
  }

  private mutating func change(to channel: DeviceChannel) throws(FileError) -> Turn {
    guard let opening = openings[channel] else {
      throw FileError(file: file, message: "a frame came before its device was opened; the recording is damaged")
    }
    current = channel
    guard let chosen else {
      self.chosen = opening
      return .begins(opening.description)
    }
    guard chosen.number == opening.number else { throw severalDevices(chosen, opening) }
    return .resumes(opening.description)
  }

  private func severalDevices(_ one: DeviceOpening, _ other: DeviceOpening) -> FileError {
    let message =
      "\(format.rawValue) holds one device, and the recording has events of \(name(one)) and of \(name(other)); "
      + "pick one first with cut --device \(one.number)"
    return FileError(file: file, message: message)
  }

  private func name(_ opening: DeviceOpening) -> String {
    let name = opening.description.name.filter { !$0.isNewline }
    return name.isEmpty ? "device \(opening.number)" : "device \(opening.number) (\(name))"
  }
}
