import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
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

  /// A stroke with a broken line, cut inside its last event; and a screen that nothing touches.
  private static let damaged = [
    """
    [       1.000000] 0003 0039 00000001
    [       1.000000] 0003 0035 00000064
    [       1.000000] 0003 0036 00000032
    [       1.000000] 0000 0000 00000000
    [       1.100000] 0003 0035 broken
    [       1.100000] 0003 0035 000000c8
    [       1.100000] 0003 0036 00000096
    [       1.100000] 0000 0000 00000000
    [       1.200000] 0003 00
    """,
    """
    # device: Screen
    # absinfo: 53 0 1000 0 0 0
    # absinfo: 54 0 500 0 0 0
    # absinfo: 57 0 65535 0 0 0
    E: 1.000000 0003 0035 100
    E: 1.000000 0000 0000 0
    E: 1.100000 0003 00zz 100
    E: 1.200000 0003 0035 200
    E: 1.200000 0000 0000 0

    """,
  ]

  private static let films: [PictureFormat] = formats.filter(\.isFilm) + [.raw] + (formats.contains(.gif) ? [] : [.gif])

  @Test(arguments: damaged) func `Every film says what a picture says`(_ text: String) throws {
    let recording = try Recording.open(MemoryBytes(Array(text.utf8), name: "damaged"))
    var options = RenderOptions()
    options.size = PixelSize(width: 64, height: 32)
    let renderer = Renderer(recording, facts: try RecordingFacts(recording), options: options)
    let folder = try TemporaryFolder()
    func said(as format: PictureFormat) throws -> [String] {
      let out = try OutputFile(path: FilePath(folder.path("whole.\(format.suffix)")))
      return try RecordingExport(renderer, name: recording.name).write(as: format, to: out)
    }
    let picture = try said(as: .png)
    #expect(picture.count > 1 && Set(picture).count == picture.count, "\(picture)")
    for format in Self.films { #expect(try said(as: format) == picture, "\(format)") }
    var pace = FilmClock.Pace()
    pace.rate = 10
    var film = try Film(renderer, name: recording.name, pace)
    let names = try #require(FrameNames(folder.path("%03d.png")))
    #expect(try film.writePictures(names, existing: .refused) == picture)
    let fit = try FilmFit(renderer, name: recording.name, as: .gif, pace, limit: 1 << 20, keeping: [])
    let fitted = try fit.write(to: FilePath(folder.path("fitted.gif")), existing: .refused)
    #expect(fitted.warnings == picture)
  }

  @Test(arguments: [PictureFormat.mp4, .gif]) func `A film has the frames that its kind usually has`(
    _ format: PictureFormat
  ) {
    #expect(format.usualPace.rate == (format == .gif ? 25 : 30))
    #expect(format.film.map(PictureFormat.init) == format)
  }
}
