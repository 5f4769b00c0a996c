import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// The kind of each device of the corpus is among what udev made of it when it was recorded.
@Suite(.enabled(if: Corpus.folder != nil, Corpus.absence))
struct CorpusKindTests {
  @Test(arguments: Corpus.files)
  func `The kind is among what udev found`(_ file: Corpus.File) throws {
    let path = FilePath(file.path)
    var options = ReadingOptions()
    options.siblings = SiblingFiles(of: path)
    for device in try Reading(FileBytes(path: path), options: options).devices {
      guard let found = Self.kinds(of: device.udev) else { continue }
      #expect(found.contains(device.kind), "\(device.name): \(device.udev)")
    }
  }

  /// Something was found of some device, so that the test above has something to say.
  @Test func `Some recordings say what udev found`() throws {
    let found = try Corpus.files.flatMap { try Reading(FileBytes(path: FilePath($0.path))).devices }
      .compactMap { Self.kinds(of: $0.udev) }
    #expect(found.contains([.pen, .penAndTouch]) && found.contains([.other]) && found.contains([.keyboard]))
  }

  /// What a device may be by the facts of `input_id`; `nil` where there are none.
  private static func kinds(of facts: [String: String]) -> Set<DeviceKind>? {
    func has(_ what: String) -> Bool { facts["ID_INPUT_\(what)"] == "1" }
    guard facts["ID_INPUT"] == "1" else { return nil }
    // A pad is announced as a tablet, too.
    if has("TABLET_PAD") || has("ACCELEROMETER") || has("JOYSTICK") { return [.other] }
    if has("TABLET") { return [.pen, .penAndTouch] }
    if has("TOUCHPAD") { return [.touchpad] }
    if has("TOUCHSCREEN") { return [.touchscreen] }
    if has("MOUSE") || has("POINTINGSTICK") { return [.mouse] }
    return has("KEY") ? [.keyboard] : [.other]
  }
}
