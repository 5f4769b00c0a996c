import Foundation
import TestSupport
import Testing

/// How pages are written, and that they lead somewhere.
struct DocumentTests {
  private static let hasPython = Programs.installed("python3") != nil

  @Test(.enabled(if: hasPython, "Python is not installed"))
  func `Pages are wrapped at 100 columns`() throws {
    let outcome = try Programs.run(Checkout.path("scripts/wrap-markdown"), ["--check"], in: Checkout.folder)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
  }

  @Test(.enabled(if: hasPython, "Python is not installed"))
  func `The picture of the modules is current`() throws {
    let outcome = try Programs.run(Checkout.path("scripts/module-picture"), ["--check"], in: Checkout.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: MarkdownPage.all)
  func `Links of a page lead to files and headings`(page: String) throws {
    #expect(try MarkdownPage(page).brokenLinks() == [])
  }

  /// `scripts/install-files` puts them into packages, without the sources.
  private static let guides = MarkdownPage.all.filter { $0.hasPrefix("docs/") || !$0.contains("/") }

  @Test func `Guides lead to no file that packages leave out`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Programs.run(
      Checkout.path("scripts/install-files"), ["guides", folder.url.path], in: Checkout.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let isInstalled = { FileManager.default.fileExists(atPath: folder.path($0)) }
    let installed = Self.guides.filter(isInstalled)
    #expect(installed.contains("README.md") && installed.contains("docs/security.md"))
    for page in installed {
      let missing = try MarkdownPage(page).linkedFiles.filter { !isInstalled($0) }
      // There, links to sources become names.
      #expect(missing.filter { page != "ARCHITECTURE.md" || !$0.hasPrefix("Sources/") } == [], "\(page)")
    }
  }

  @Test(arguments: [("ARCHITECTURE.md", 120), ("docs/performance.md", 120)])
  func `A page that is read at one go stays short`(page: String, limit: Int) throws {
    #expect(try Checkout.text(page).split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= limit)
  }

  private static let decisions = MarkdownPage.all.filter { $0.hasPrefix("docs/decisions/0") }

  @Test func `The index of decisions has each of them once`() throws {
    let links = try MarkdownPage("docs/decisions/README.md").links.sorted()
    #expect(links.map { "docs/decisions/\($0)" } == Self.decisions)
  }

  @Test(arguments: decisions)
  func `A decision has a context and a cost`(page: String) throws {
    let lines = try Checkout.text(page).split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(lines == ["## Context", "## Decision", "## Cost"])
  }
}

/// What is found in pages.
struct MarkdownPageTests {
  @Test func `Links and headings are found outside of code`() {
    let page = MarkdownPage(
      "docs/a.md",
      text: """
        # One, two: `three`
        See [this
        page](b.md#c) and [that](https://swift.org), ![picture](d.png).
        ```
        # Code [x](y)
        ```
        """)
    #expect(page.links == ["b.md#c", "d.png"] && page.anchors == ["one-two-three"])
  }

  @Test func `A link that leads nowhere is found`() throws {
    let text = "[a](../README.md) [b](none.md) [c](testing.md#fuzzers) [d](testing.md#none) [e](#here)\n# Here"
    #expect(try MarkdownPage("docs/a.md", text: text).brokenLinks() == ["none.md", "testing.md#none", "#here"])
  }

  @Test func `A module's page has its entry types and what it imports`() {
    let page = ModulePage(
      """
      # Canvas

      - **Begin with** `Picture` (of `Tile`s),
        `init(clamping:)`.
      - **Never here:** `Board`.
      - **From the system:** `Glibc`.

      """)
    #expect(page.lineCount == 6 && page.entryTypes == ["Picture", "Tile"] && page.systemModules == ["Glibc"])
  }
}
