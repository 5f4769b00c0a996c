import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Recordings made by others, read whole.
@Suite(.enabled(if: Corpus.folder != nil, Corpus.absence))
struct CorpusTests {
  @Test(arguments: Corpus.files)
  func `Every event of the file is read`(_ file: Corpus.File) throws {
    let path = FilePath(file.path)
    var options = ReadingOptions()
    options.siblings = SiblingFiles(of: path)
    let reading = try Reading(FileBytes(path: path), options: options)
    let text = String(decoding: try Data(contentsOf: URL(filePath: file.path)), as: UTF8.self)
    let count = try countedEvents(in: text, reading.format)
    #expect(reading.events.count == count, "\(reading.format) \(reading.warnings)")
    #expect(!reading.devices.isEmpty)
  }

  @Test(arguments: Corpus.files)
  func `No text is taken for raw records`(_ file: Corpus.File) throws {
    let bytes = try FileBytes(path: FilePath(file.path)).beginning(32 << 10)
    #expect(![.raw16, .raw24].contains(try RecordingSniffer.format(of: MemoryBytes(bytes))))
    expectUTF16IsRefused(String(decoding: bytes, as: UTF8.self), file.testDescription)
  }

  @Test(arguments: [
    ("tablets/Wacom ISDv4 E6 Finger.double-tap-center.events", "Wacom ISDv4 E6 Finger"),
    ("tablets/Wacom Bamboo 16FG 4x5 Finger double-tap.events", "Wacom Bamboo 16FG 4x5 Finger"),
    ("tablets/eGalax Inc. USB TouchController.events", "eGalax Inc. USB TouchController"),
    ("touchpads/SynPS2 Synaptics TouchPad.hp8470p.edge-scroll-vertical.events", "SynPS/2 Synaptics TouchPad"),
  ]) func `The description is found beside the recording`(_ name: String, device: String) throws {
    let found = try #require(try recording(name).devices.first)
    #expect(found.isComplete)
    #expect(found.name == device)
  }

  @Test func `A recording without a description beside it is inferred`() throws {
    let reading = try recording("tablets/Wacom Intuos5 touch M modeswitch.events")
    #expect(reading.devices.first?.isComplete == false)
    #expect(reading.warnings.contains { $0.contains("the device has no description") })
  }

  private func recording(_ name: String) throws -> Reading {
    let path = FilePath(Corpus.path("evemu-devices/\(name)"))
    var options = ReadingOptions()
    options.siblings = SiblingFiles(of: path)
    return try Reading(FileBytes(path: path), options: options)
  }
}

/// The number of events, counted without any of the readers: by the look of the lines.
private func countedEvents(in text: String, _ format: RecordingFormat) throws -> Int {
  let look =
    switch format {
    case .evemu, .chromeos: #"^E: "#
    case .libinput: #"^ *- \[ *\d+, *\d+, *\d+, *\d+, *-?\d+\]"#
    case .getevent: #"^(\[ *\d+\.\d+\] )?(/dev/\S+ )?\S+ +\S+ +(\S{8}|UP|DOWN) *$"#
    case .evtest: #"^Event: time "#
    case .hexdump: #"^[0-9a-f]{7}( [0-9a-f]{2}){16}"#
    case .koreader: #" event => "#
    case .pythonEvdev: #"^time |event at |InputEvent\("#
    case .sendevent: #"\bsendevent "#
    case .debugEvents: #"TOUCH_"#
    default: "no events"
    }
  let expression = try NSRegularExpression(pattern: look, options: .anchorsMatchLines)
  return expression.numberOfMatches(in: text, range: NSRange(location: 0, length: text.utf16.count))
}
