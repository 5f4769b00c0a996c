import Foundation
import TestSupport
import Testing

/// docs/library.md, whose program is a target of the package that imports what anyone can.
struct LibraryDocumentTests {
  private static let program = Programs.built.appendingPathComponent("library-example").path

  @Test func `The document's program is the one that is built`() throws {
    let source = try Checkout.text("Tests/LibraryExample/main.swift")
    #expect(try Checkout.text("docs/library.md").contains("```swift\n\(source)```\n"))
    // Besides imports.
    #expect(source.split(separator: "\n").filter { !$0.hasPrefix("import ") }.count <= 10)
    #expect(!source.contains("@testable"))
  }

  @Test func `What it says of devices is what a program of the guest does`() throws {
    let blocks = try Checkout.text("docs/library.md").components(separatedBy: "```swift\n").dropFirst()
    let program = try Checkout.text("Tests/GuestDrawer/main.swift").split(separator: "\n")
      .map { $0.drop { $0 == " " } }
    let lines = try #require(blocks.first { $0.contains("DeviceReaderThread") }?.components(separatedBy: "```")[0])
      .split(separator: "\n")
    #expect(lines.count == 6 && lines.filter { !program.contains($0) } == [])
  }

  @Test func `It lists the touches and draws what the program draws`() throws {
    let folder = try TemporaryFolder()
    let fixture = Fixture.path("ten-fingers.mcap")
    try folder.write(try Data(contentsOf: URL(fileURLWithPath: fixture)), to: "session.mcap")
    let outcome = try Programs.run(Self.program, [], in: folder.url)
    #expect(outcome.status == 0 && outcome.text.split(separator: "\n").count == 20, "\(outcome)")
    let expected = folder.path("expected.png")
    try Touchreel.succeed("render", fixture, "-o", expected)
    #expect(FileManager.default.contentsEqual(atPath: folder.path("session.png"), andPath: expected))
  }

  @Test func `The products that it names are those of the package`() throws {
    let table = try Checkout.text("docs/library.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    let manifest = try Checkout.text("Package.swift")
    for row in table {
      let cells = row.split(separator: "|")
      let product = cells[0].trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      // Its declaration, up to the end of its targets.
      let declarations = manifest.components(separatedBy: ".library(").dropFirst()
      let declaration = try #require(declarations.first { $0.prefix(60).contains("name: \"\(product)\"") })
      let targets = declaration.prefix { $0 != "]" }
      for module in cells[1].matches(of: /`([A-Za-z]+)`/) {
        #expect(targets.contains("\"\(module.1)\""), "\(module.1)")
      }
    }
    #expect(table.count == 2)
  }
}
