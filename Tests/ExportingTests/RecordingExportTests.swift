import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelReplaying

struct RecordingExportTests {
  private static let formats: [PictureFormat] =
    [.png, .svg, .pdf, .html] + (Programs.installed("ffmpeg") == nil ? [] : [.mp4, .webm, .gif, .apng])

  private func export(_ change: (inout RenderOptions) -> Void = { _ in }) throws -> RecordingExport {
    let recording = try Recording.open(Fixture.path("palm-mid-stroke.mcap"))
    var options = RenderOptions()
    (options.from, options.to) = (.span(TimeSpan(seconds: 0.2)), .span(TimeSpan(seconds: 0.5)))
    change(&options)
    let facts = try RecordingFacts(recording)
    return RecordingExport(Renderer(recording, facts: facts, options: options), name: recording.name)
  }

  /// The number of files in the folder after a part was written, or not.
  private func files(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
  }

  @Test(arguments: formats) func `A part is written whole, in every format`(_ format: PictureFormat) throws {
    let folder = try TemporaryFolder()
    let out = try OutputFile(path: FilePath(folder.path("part.\(format.suffix)")))
    var shares: [Double] = []
    _ = try export().write(as: format, to: out) { shares.append($0) }
    #expect(try files(in: folder) == ["part.\(format.suffix)"])
    #expect(shares.last == 1)
  }

  @Test(arguments: formats) func `Where it is stopped, nothing is left`(_ format: PictureFormat) throws {
    let folder = try TemporaryFolder()
    let stop = FileError(file: "part", message: "stopped")
    #expect(throws: FileError.self) {
      let out = try OutputFile(path: FilePath(folder.path("part.\(format.suffix)")))
      _ = try export().write(as: format, to: out) { (share) throws(FileError) in if share > 0.5 { throw stop } }
    }
    #expect(try files(in: folder).isEmpty)
  }

  @Test(arguments: [PictureFormat.mp4, .gif]) func `A film has the frames that its kind usually has`(
    _ format: PictureFormat
  ) {
    #expect(format.usualPace.rate == (format == .gif ? 25 : 30))
    #expect(format.film.map(PictureFormat.init) == format)
  }
}
