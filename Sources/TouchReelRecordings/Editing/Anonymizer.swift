import FoundationEssentials
package import TouchReelByteStreams
import TouchReelInputEvents

/// Removes what distinguishes one device, machine or person from another of the same model: serials, `uniq`, `phys`,
/// the facts of udev that name them, the remarks of the recording's user, and what participants of a study answered.
/// What other programs put into the file may hold anything: it is left out.
///
/// What devices are and did is unchanged. Device groups remain distinct, under numbers.
package struct Anonymizer: EntryTransform {
  private var groups: [String: Int] = [:]
  private var foreign = ForeignTally()
  private var remarks = 0
  private var hasForeignFacts = false
  private var hasAnswers = false

  package init() {}

  package var losses: [String] {
    var losses: [String] = []
    if !foreign.isEmpty {
      losses.append("\(foreign) \(foreign.count == 1 ? "is" : "are") left out: other programs' content may name anyone")
    }
    if remarks > 0 {
      losses.append(
        "\(remarks) \(remarks == 1 ? "remark is" : "remarks are") left out: what people write may name anyone")
    }
    if hasForeignFacts {
      losses.append("what other programs say of devices is left out: it may name anyone")
    }
    if hasAnswers { losses.append("answers to a study's questions are left out: they may name anyone") }
    return losses
  }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    if case .foreignMetadata(let metadata) = entry, metadata.isOwn { return try keep(metadata, emit) }
    if foreign.add(entry) { return }
    switch entry {
    case .opening(var opening, let channel):
      strip(&opening.description)
      try emit(.opening(opening, as: channel))
    case .note(let text, let time):
      guard let mark = Mark(text) else {
        remarks += 1
        return
      }
      try emit(.note(mark.text, at: time))
    case .attachment(var attachment):
      attachment.name = String(attachment.name.split(separator: "/").last ?? "")
      try emit(.attachment(attachment))
    case .frame, .sync, .board, .foreignMessage, .foreignMetadata: try emit(entry)
    }
  }

  private mutating func keep(_ metadata: ForeignMetadata, _ emit: Emit) throws(FileError) {
    let kept = metadata.withoutAnswers
    hasAnswers = hasAnswers || kept != metadata
    try emit(.foreignMetadata(kept))
  }

  private mutating func strip(_ device: inout DeviceDescription) {
    let secrets = [device.uniq, device.phys] + device.udev.filter { $0.key.contains("SERIAL") }.map(\.value)
    for secret in secrets where secret.utf8.count >= 4 { device.name = device.name.without(secret) }
    device.uniq = ""
    device.phys = ""
    hasForeignFacts = hasForeignFacts || !device.foreignFacts.isEmpty
    device.foreignFacts = [:]
    device.udev = device.udev.filter { Self.isHarmless($0.key) }.merging(group(of: device)) { $1 }
  }

  private mutating func group(of device: DeviceDescription) -> [String: String] {
    guard let group = device.udev[Self.groupKey] else { return [:] }
    let number = groups[group] ?? groups.count
    groups[group] = number
    return [Self.groupKey: "group \(number)"]
  }

  private static let groupKey = "LIBINPUT_DEVICE_GROUP"
  private static let harmlessPrefixes = [
    "ID_INPUT", "ID_BUS", "LIBINPUT_ATTR_", "LIBINPUT_CALIBRATION_MATRIX", "MOUSE_DPI", "TOUCHREEL_",
  ]

  private static func isHarmless(_ key: String) -> Bool {
    harmlessPrefixes.contains { key.hasPrefix($0) } && !key.contains("SERIAL")
  }
}

/// What a replay needs of a note: its kind and its channel.
private struct Mark: Decodable {
  var kind: String
  var channel: Int?

  /// `nil` for a remark in plain text.
  init?(_ payload: [UInt8]) {
    do { self = try JSONDecoder().decode(Mark.self, from: Data(payload)) } catch { return nil }
    guard kind != "comment", kind.utf8.count <= 40, kind.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
  }

  var text: [UInt8] {
    let member = channel.map { #""channel":\#($0),"# } ?? ""
    return Array(#"{\#(member)"kind":"\#(kind)"}"#.utf8)
  }
}

extension String {
  /// The text without each occurrence of another.
  fileprivate func without(_ other: String) -> String {
    var rest = utf8[...]
    var kept: [UInt8] = []
    while !rest.isEmpty {
      if rest.starts(with: other.utf8) {
        rest = rest.dropFirst(other.utf8.count)
      } else if let byte = rest.popFirst() {
        kept.append(byte)
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
