import Foundation
import FoundationXML
import Testing

@testable import TouchReelBoardWindow

/// What a screen reader says of the controls in the layouts.
@MainActor struct AccessibleNameTests {
  private static let controls: Set = [
    "GtkButton", "GtkToggleButton", "GtkMenuButton", "GtkCheckButton", "GtkScale", "GtkSpinButton", "GtkDropDown",
    "GtkColorButton", "GtkEntry", "GtkSearchEntry",
  ]

  /// Whether a control has a text of its own or a name for screen readers.
  private func hasName(_ control: XMLElement) -> Bool {
    for child in control.children ?? [] {
      guard let child = child as? XMLElement else { continue }
      if child.name == "accessibility" { return true }
      if child.name == "property", child.attribute(forName: "name")?.stringValue == "label" { return true }
    }
    return false
  }

  private func unnamedControls(in layout: [UInt8]) throws -> [String] {
    let document = try XMLDocument(data: Data(layout))
    // What a label names, and the button of a banner, which has a text when there is a banner.
    var named: Set = ["banner-button"]
    for label in try document.nodes(forXPath: "//property[@name='mnemonic-widget']") {
      named.insert(label.stringValue ?? "")
    }
    var unnamed: [String] = []
    for case let control as XMLElement in try document.nodes(forXPath: "//object") {
      guard Self.controls.contains(control.attribute(forName: "class")?.stringValue ?? "") else { continue }
      let id = control.attribute(forName: "id")?.stringValue ?? ""
      if !hasName(control), !named.contains(id) { unnamed.append(control.xmlString) }
    }
    return unnamed
  }

  @Test func `Every control of the drawing window has a name`() throws {
    #expect(try unnamedControls(in: PenRow.addButtons(to: ToolStrip.addButtons(to: PackageResources.draw_ui))) == [])
  }

  @Test func `No text of a layout names an option of the command line`() {
    for layout in [
      PackageResources.draw_ui, PackageResources.play_ui, PackageResources.background_ui, PackageResources.pen_ui,
      PackageResources.files_ui, PackageResources.start_ui, PackageResources.shortcuts_ui,
      PackageResources.preferences_ui,
    ] {
      let text = String(decoding: layout, as: UTF8.self)
      #expect(text.firstMatch(of: #/[^!]--[a-z]/#) == nil)
    }
  }

  @Test func `Every control of the player and of the dialogs has a name`() throws {
    for layout in [
      PackageResources.play_ui, PackageResources.background_ui, PackageResources.pen_ui, PackageResources.files_ui,
      PackageResources.preferences_ui, PackageResources.start_ui,
    ] {
      #expect(try unnamedControls(in: layout) == [])
    }
  }
}
