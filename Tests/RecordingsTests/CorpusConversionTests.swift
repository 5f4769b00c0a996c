import ByteStreams
import Foundation
import Recordings
import SystemPackage
import Testing

/// Real recordings of others, wherever `TOUCHREEL_CORPUS` says that they are.
private enum ConversionCorpus {
  static let folder = ProcessInfo.processInfo.environment["TOUCHREEL_CORPUS"]

  /// The paths of all files, without the folder.
  static let files: [String] = {
    guard let folder, let all = FileManager.default.enumerator(atPath: folder) else { return [] }
    return all.compactMap { $0 as? String }.filter { name in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      return exists && !isFolder.boolValue && !name.hasSuffix(".md")
    }.sorted()
  }()
}

@Suite(.enabled(if: ConversionCorpus.folder != nil, "no corpus: TOUCHREEL_CORPUS names no folder"))
struct CorpusConversionTests {
  @Test func everyRecordingOfTheCorpusComesBackFromMCAPEventForEvent() throws {
    var converted = 0
    for file in ConversionCorpus.files {
      let path = FilePath("\(ConversionCorpus.folder ?? "")/\(file)")
      let recording: Recording
      do { recording = try Recording.open(path) } catch { continue }
      let output = MemoryOutput(name: "\(file).mcap")
      var sink: any RecordingSink = try RecordingWriter(to: output)
      _ = try sink.copy([recording.makeSource()])
      #expect(sink.losses == [], "\(file)")
      var comparison = RecordingComparison()
      let again = reader(output.bytes)
      #expect(try comparison.difference(between: recording.makeSource(), and: again) == nil, "\(file)")
      #expect(again.warnings.lines == [], "\(file)")
      converted += 1
    }
    #expect(converted > 100)
  }
}
