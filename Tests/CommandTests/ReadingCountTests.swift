import Foundation
import SeededCases
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// How often commands read their input, by the bytes that the kernel counts.
@Suite(
  .slow, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/io"), "this kernel does not count reads"))
struct ReadingCountTests {
  private let folder: TemporaryFolder
  private let out: String

  init() throws {
    folder = try TemporaryFolder()
    out = folder.path("out")
  }

  /// Ten fingers; where the format holds several devices, on two of them in turn.
  private func recording(_ format: RecordingFormat) throws -> String {
    let path = folder.path("in.\(format.rawValue)")
    let output = try OutputFile(path: FilePath(path))
    var sink = try FormatSinks.make(format, output: output)
    let deviceCount = format == .mcap ? 2 : 1
    for number in 0..<deviceCount {
      var device = SessionS60.device
      device.name = "screen \(number)"
      try sink.write(.opening(DeviceOpening(number: number, description: device), as: DeviceChannel(rawValue: number)))
    }
    for (index, frame) in SessionS60(seconds: 12).frames.enumerated() {
      try sink.write(.frame(frame, of: DeviceChannel(rawValue: index / 1000 % deviceCount)))
    }
    if format == .mcap { try sink.write(.attachment(padding())) }
    try sink.finish()
    try output.commit()
    return path
  }

  /// What nothing compresses, so that the file is much longer than what is read of its beginning.
  private func padding() -> RecordingAttachment {
    var random = SplitMix64(seed: 0x9AD)
    var attachment = RecordingAttachment()
    (attachment.name, attachment.mediaType) = ("padding", "application/octet-stream")
    attachment.bytes = (0..<(3 << 20)).map { _ in UInt8(random.next(below: 256)) }
    return attachment
  }

  /// The bytes that a command reads, besides those of a command that reads no file, as a multiple of the file's.
  private func readings(_ arguments: [String], of file: String) throws -> Double {
    let size = try #require(FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    return Double(try bytesRead(arguments) - bytesRead(["--version"])) / Double(size)
  }

  private func bytesRead(_ arguments: [String]) throws -> Int {
    let script = #""$@" > /dev/null || exit 1; cat /proc/$$/io"#
    let outcome = try Programs.run("/bin/sh", ["-c", script, "sh", Touchreel.path] + arguments)
    try #require(outcome.status == 0, "\(arguments): \(outcome)")
    let count = outcome.text.split(separator: "\n").first?.split(separator: " ").last.flatMap { Int($0) }
    return try #require(count)
  }

  @Test(arguments: [RecordingFormat.evemu, .mcap])
  func `No command reads its input more than twice`(format: RecordingFormat) throws {
    let file = try recording(format)
    let commands = [
      ["info", file], ["info", "--touches", file], ["dump", file], ["dump", "--touches", file],
      ["dump", "--from", "50%", file], ["dump", "--format", "csv", file],
      ["dump", "--format", "csv", "--touch", "3", file], ["cut", file, out + ".mcap", "--from", "50%"],
      ["cut", file, out + ".mcap", "--touch", "3"], ["cut", file, out + ".mcap", "--not-touch", "3"],
      ["cut", file, out + ".mcap", "--around-touch", "3"], ["convert", file, out + ".yml"],
      ["convert", file, out + ".touchreel.json"], ["render", file, "-o", out + ".png"],
      ["render", file, "-o", out + ".png", "--at", "50%"], ["render", file, "-o", out + ".svg"],
      ["render", file, "-o", out + ".html"], ["salvage", file, "-o", out + ".mcap"],
    ]
    for command in commands {
      let writes = command.contains { $0.hasPrefix(out) }
      let count = try readings(command + (writes ? ["--force"] : []), of: file)
      // Looks at the beginning and the end take some hundredths each.
      #expect(count < 2.6, "\(command.joined(separator: " "))")
    }
  }
}
