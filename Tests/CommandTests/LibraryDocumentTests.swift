import Foundation
import TestSupport
import Testing

/// docs/library.md, whose programs are compiled outside of the package.
struct LibraryDocumentTests {
  @Test(arguments: ["statistics", "colours", "writing", "gestures"])
  func `A program of the document has at most 20 lines`(name: String) throws {
    #expect((1...20).contains(try LibraryProgram(name).lineCount))
  }

  @Test(.slow) func `The statistics count each touch once`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Self.run("statistics", in: folder, beside: "ten-fingers.mcap")
    #expect(outcome.status == 0 && outcome.text.hasPrefix("20 touches, "), "\(outcome)")
  }

  @Test(.slow) func `The picture has the colours of the program`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Self.run("colours", in: folder, beside: "ten-fingers.mcap")
    #expect(outcome.status == 0, "\(outcome)")
    let picture = try DecodedPicture(folder.path("colours.png"))
    #expect(picture.colors(covering: 1000) == ["101020", "ff7800", "008cff"])
  }

  @Test(.slow) func `The recording that is written has its touch`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Self.run("writing", in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    let report = try Touchreel.succeed("info", folder.path("made.mcap")).text
    #expect(report.contains("1 touch, ") && report.contains("1 ended") && report.contains("over 1.0 s"), "\(report)")
  }

  @Test(.slow) func `The program for devices is compiled`() throws {
    let folder = try TemporaryFolder()
    _ = try LibraryProgram("gestures").compiled(in: folder)
  }

  /// - Parameter fixture: a recording that the program finds as session.mcap.
  private static func run(
    _ name: String, in folder: TemporaryFolder, beside fixture: String? = nil
  ) throws -> Programs.Outcome {
    if let fixture { try folder.write(Data(try Fixture.bytes(fixture)), to: "session.mcap") }
    return try Programs.run(try LibraryProgram(name).compiled(in: folder), [], in: folder.url)
  }

  @Test func `What it says of devices is what a program of the guest does`() throws {
    let blocks = try Checkout.text("docs/library.md").components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    let program = try Checkout.text("Tests/GuestDrawer/main.swift").split(separator: "\n")
      .map { $0.drop { $0 == " " } }
    let lines = try #require(blocks.first { $0.contains("DeviceReaderThread") }).split(separator: "\n")
    #expect(lines.count == 6 && lines.filter { !program.contains($0) } == [])
  }

  @Test func `The products that it names are those of the package`() throws {
    let table = try Checkout.text("docs/library.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    let manifest = try Checkout.text("Package.swift")
    for row in table {
      let product = row.split(separator: "|")[0].trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      #expect(manifest.contains(".library(name: \"\(product)\", targets: [\"\(product)\"])"), "\(product)")
    }
    #expect(table.count == 2)
  }
}
