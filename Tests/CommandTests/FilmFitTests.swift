import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelRecordings

/// touchreel render --fit.
@Suite(.slow)
struct FilmFitTests {
  let folder: TemporaryFolder
  let ten = Fixture.path("ten-fingers.mcap")

  init() throws { folder = try TemporaryFolder() }

  private static let hasEncoder = Programs.installed("ffmpeg") != nil

  private func bytes(_ name: String) throws -> Int { try Data(contentsOf: folder.url(name)).count }

  private func write(_ recording: SeededRecording, to name: String) throws {
    let output = MemoryOutput(name: name)
    var sink = try FormatSinks.make(.mcap, output: output)
    for entry in recording.entries { try sink.write(entry) }
    try sink.finish()
    try Data(output.bytes).write(to: folder.url(name))
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg is missing"), arguments: PropertySeeds.from(1, count: 8))
  func `A film is within its limit, or there is one line and no film`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try write(SeededRecording(seed: seed, frames: 40), to: "a.mcap")
    let name = "a." + ["gif", "mp4", "webm", "apng"][Int(seed % 4)]
    let limit = 1 << (9 + random.next(below: 8)) + random.next(below: 512)
    let size = random.next(below: 2) == 0 ? ["--size", "320x180"] : []
    let arguments = ["render", "a.mcap", "-o", name, "--duration", "500ms", "--fit", "\(limit)"] + size
    let outcome = try Programs.run(Touchreel.path, arguments, in: folder.url)
    if outcome.status == 0 {
      #expect(try bytes(name) <= limit, "seed \(seed): \(outcome)")
      let said = try "\(bytes(name)) bytes of \(limit)"
      #expect(outcome.errors.contains(said) && outcome.errors.contains("frames a second"), "seed \(seed): \(outcome)")
      #expect(size.isEmpty || outcome.errors.contains("\(name): 320x180, "), "seed \(seed): \(outcome)")
    } else {
      #expect(outcome.status == 1 && outcome.errors.contains("more than \(limit)"), "seed \(seed): \(outcome)")
      #expect(folder.names == ["a.mcap"], "seed \(seed): \(folder.names)")
    }
  }

  @Test func `A limit is used, and what was asked for is kept`() throws {
    func fit(_ options: String...) throws -> String {
      let outcome = try Touchreel.succeed(["render", ten, "-o", folder.path("a.gif"), "--force"] + options)
      return outcome.errors.trimmingCharacters(in: .newlines)
    }
    let whole = try fit("--size", "480x270", "--fit", "10MB")
    let most = try bytes("a.gif")
    #expect(whole.hasSuffix("480x270, 25 frames a second, at most 255 colours: \(most) bytes of 10000000"), "\(whole)")
    let half = try fit("--fps", "10", "--fit", "\(most / 2)")
    #expect(half.contains(", 10 frames a second") && !half.contains("1920x1080"), "\(half)")
    #expect(try bytes("a.gif") <= most / 2 && bytes("a.gif") > most / 5, "\(half)")
    let small = try fit("--size", "480x270", "--fps", "12", "--fit", "\(most * 3 / 5)")
    #expect(small.contains("480x270, 12 frames a second"), "\(small)")
  }

  @Test(
    .enabled(if: hasEncoder && Programs.installed("ffprobe") != nil, "ffmpeg is missing"),
    // MP4's sides are even.
    arguments: [("mp4", "98x56"), ("webm", "98x56"), ("gif", "97x55")])
  func `The size that is said is that of the film`(format: String, size: String) throws {
    let film = folder.path("a.\(format)")
    let outcome = try Touchreel.succeed(
      "render", ten, "-o", film, "--size", "97x55", "--to", "200ms", "--fit", "1MB")
    #expect(outcome.errors.contains(": \(size), "), "\(outcome)")
    let query = ["-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of", "csv=p=0:s=x"]
    let found = try Programs.run("ffprobe", query + [film]).text
    #expect(found.trimmingCharacters(in: .whitespacesAndNewlines) == size)
  }

  @Test func `A film for a pipe fits as well`() throws {
    let piped = try Programs.run(
      Touchreel.path, ["render", ten, "-o", "-", "--format", "gif", "--to", "1s", "--fit", "20kB"])
    #expect(piped.status == 0 && (5000...20_000).contains(piped.output.count), "\(piped.output.count)")
    #expect(piped.output.starts(with: Data("GIF89a".utf8)) && piped.output.last == 0x3b)
  }

  @Test func `What cannot fit is one line, and an old film stays`() throws {
    try folder.write("old", to: "a.gif")
    let outcome = try Touchreel.run("render", ten, "-o", folder.path("a.gif"), "--fit", "1KB", "--force")
    #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.errors.contains("a.gif: the smallest film of it has "), "\(outcome)")
    #expect(outcome.errors.contains("more than 1000; raise --fit, or shorten the film"), "\(outcome)")
    #expect(try folder.text("a.gif") == "old" && folder.names == ["a.gif"])
    let refused = try Touchreel.run("render", ten, "-o", folder.path("a.gif"), "--fit", "1MB")
    #expect(refused.status == 1 && refused.errors.contains("exists already"), "\(refused)")
  }

  @Test(arguments: ["0", "-1", "2XB", "1e3", "MB", "1.2.3MB", "999999999GB", "2 MB", "nan"])
  func `A size that is none is explained`(size: String) throws {
    let outcome = try Touchreel.run("render", ten, "-o", folder.path("a.gif"), "--fit=\(size)")
    #expect(outcome.status == 64 && outcome.errors.contains("or the most bytes of a film"), "\(outcome)")
  }

  @Test func `The fit of the surface and that of the film are told apart`() throws {
    let arguments = ["render", ten, "-o", folder.path("a.gif"), "--size", "64x64", "--to", "200ms", "--force"]
    func film(_ fits: String...) throws -> Data {
      try Touchreel.succeed(arguments + fits.flatMap { ["--fit", $0] })
      return try Data(contentsOf: folder.url("a.gif"))
    }
    let (kept, stretched) = (try film("aspect"), try film("stretch"))
    #expect(try kept != stretched && film("1MB") == kept && film("stretch", "1MB") == stretched)
    let info = try Touchreel.run("info", ten, "--fit", "1MB")
    #expect(info.status == 64 && info.errors.contains("--fit takes aspect or stretch here"), "\(info)")
  }

  @Test(arguments: ["a.raw", "%02d.png", "a.png", "a.html", "a.svg"])
  func `Only films have a limit`(name: String) throws {
    let outcome = try Touchreel.run("render", ten, "-o", folder.path(name), "--fit", "1MB")
    #expect(outcome.status == 64 && outcome.errors.contains("is of films: MP4"), "\(outcome)")
    #expect(folder.names.isEmpty)
  }
}
