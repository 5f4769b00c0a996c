import Foundation
import TestSupport
import Testing
import TouchReelCanvas

private let hasGettext =
  VirtualScreen.isAvailable && ["xgettext", "msgfmt", "msgmerge"].allSatisfy { Programs.installed($0) != nil }

/// The windows in another language.
@Suite(.slow, .enabled(if: hasGettext, "skipped: no gettext, Xvfb or xdotool (scripts/test installs them)"))
struct TranslationTests {
  private func makeMessages(in checkout: String, _ arguments: String...) throws {
    let outcome = try Programs.run("sh", [checkout + "/scripts/make-messages"] + arguments)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test func `A German sees German`() throws {
    let folder = try TemporaryFolder()
    try makeMessages(in: Checkout.path(""), folder.path("locale"))
    let variables = ["LANGUAGE": "de", "TEXTDOMAINDIR": folder.path("locale")]
    let desk = try DrawingDesk(on: VirtualScreen(), in: folder, variables: variables)
    try desk.screen.press("ctrl+b")
    try desk.window.see("the dialog", desk.hasDialog).attach("German dialog")
    // The window is found by its title, which is a text of a layout; the shortcuts have one of the program's.
    try desk.screen.act("search", "--name", "^Hintergrund$")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  @Test func `The list of texts is up to date, and German has them all`() throws {
    let copy = try TemporaryFolder()
    for part in ["scripts/make-messages", "translations", "Sources/TouchReelBoardWindow"] {
      let place = copy.url.appendingPathComponent(part)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: URL(fileURLWithPath: Checkout.path(part)), to: place)
    }
    try makeMessages(in: copy.url.path)
    for file in ["translations/touchreel.pot", "translations/de.po"] {
      let made = try String(contentsOfFile: copy.path(file), encoding: .utf8)
      let kept = try String(contentsOfFile: Checkout.path(file), encoding: .utf8)
      #expect(made == kept, "\(file) is out of date: run scripts/make-messages")
    }
    let check = ["--check-format", "--statistics", "-o", "/dev/null", copy.path("translations/de.po")]
    let outcome = try Programs.run("msgfmt", check)
    #expect(outcome.status == 0 && !outcome.errors.contains("untranslated"), "\(outcome)")
  }
}
