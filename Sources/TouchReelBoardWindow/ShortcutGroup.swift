import TouchReelDrawingBoard

/// Keys of a window as it lists them for the user, under a common title.
struct ShortcutGroup {
  struct Entry {
    var title: String
    /// The key, in GTK's notation.
    var key: String

    init(_ title: String, key: String) { (self.title, self.key) = (title, key) }

    /// - Parameter action: with its first key.
    init(_ title: String, _ action: String) { self.init(title, key: Shortcuts.keys(of: action).first ?? "") }
  }

  var title: String
  var entries: [Entry]

  static var drawing: [ShortcutGroup] { [tools, operations, pages, files, view] }
  static var playing: [ShortcutGroup] { [playback, player] }

  private static var tools: ShortcutGroup {
    let tools = Tool.allCases.map { Entry($0.title, "win.tool('\($0.rawValue)')") }
    let widths = [
      Entry(translated("Thinner strokes"), "win.thinner"), Entry(translated("Wider strokes"), "win.wider"),
    ]
    let picking = [
      Entry(translated("Pick a colour from the canvas"), "win.pick-color"),
      Entry(translated("Ruler, protractor, neither"), "win.next-guide"),
    ]
    return ShortcutGroup(title: translated("Tools"), entries: tools + widths + picking)
  }

  private static var operations: ShortcutGroup {
    ShortcutGroup(
      title: translated("Drawing"),
      entries: [
        Entry(translated("Undo"), "win.undo"), Entry(translated("Redo"), "win.redo"),
        Entry(translated("Clear"), "win.clear"), Entry(translated("Delete selection"), "win.delete"),
        Entry(translated("Cut"), "win.cut"), Entry(translated("Paste"), "win.paste"),
        Entry(translated("Select all"), "win.select-all"), Entry(translated("Duplicate"), "win.duplicate"),
        Entry(translated("Bring to front"), "win.to-front"), Entry(translated("Send to back"), "win.to-back"),
        Entry(translated("Flip horizontally"), "win.flip-horizontally"),
        Entry(translated("Flip vertically"), "win.flip-vertically"),
        Entry(translated("Align left"), "win.align-left"), Entry(translated("Align right"), "win.align-right"),
        Entry(translated("Align at the top"), "win.align-top"),
        Entry(translated("Align at the bottom"), "win.align-bottom"),
        Entry(translated("Snap to a grid"), "win.snap"),
        Entry(translated("Finish text, deselect"), "win.escape"), Entry(translated("Background"), "win.background"),
      ])
  }

  private static var pages: ShortcutGroup {
    ShortcutGroup(
      title: translated("Pages and Layers"),
      entries: [
        Entry(translated("Next page"), "win.page-next"), Entry(translated("Previous page"), "win.page-previous"),
        Entry(translated("Add a page"), "win.page-add"),
        Entry(translated("Layer above"), "win.layer-above"),
        Entry(translated("Layer below"), "win.layer-below"),
        Entry(translated("Add a layer"), "win.layer-add"),
      ])
  }

  private static var files: ShortcutGroup {
    let own = [
      Entry(translated("New drawing"), "win.new"), opening, Entry(translated("Sessions"), "win.sessions"),
      Entry(translated("Name the drawing"), "win.rename"),
    ]
    return ShortcutGroup(title: translated("Files"), entries: own + saving + closing)
  }

  private static var view: ShortcutGroup {
    ShortcutGroup(
      title: translated("View"),
      entries: [
        Entry(translated("Zoom in"), "win.zoom-in"), Entry(translated("Zoom out"), "win.zoom-out"),
        Entry(translated("Original size"), "win.zoom-original"), fullScreen,
        Entry(translated("Show or hide the bars"), "win.bars"),
        Entry(translated("Show or hide the pages"), "win.pages"),
        Entry(translated("Show or hide the layers"), "win.layers"), Entry(translated("Menu"), key: "F10"),
        Entry(translated("Preferences"), "win.preferences"),
        Entry(translated("Keyboard shortcuts"), "win.shortcuts"),
      ])
  }

  private static var playback: ShortcutGroup {
    ShortcutGroup(
      title: translated("Playing"),
      entries: [
        Entry(translated("Play or pause"), "win.play"), Entry(translated("Previous frame"), "win.step-back"),
        Entry(translated("Next frame"), "win.step-on"), Entry(translated("Go to the start"), "win.to-start"),
        Entry(translated("Go to the end"), "win.to-end"), Entry(translated("Slower"), "win.slower"),
        Entry(translated("Faster"), "win.faster"), Entry(translated("Loop"), "win.loop"),
        Entry(translated("Next touch"), "win.next-touch"), Entry(translated("Previous touch"), "win.previous-touch"),
        Entry(translated("Next cancelled touch or loss"), "win.next-oddity"),
        Entry(translated("Previous cancelled touch or loss"), "win.previous-oddity"),
        Entry(translated("Begin the part here"), "win.mark-start"),
        Entry(translated("End the part here"), "win.mark-end"),
        Entry(translated("Save the part"), "win.save-part"),
        Entry(translated("Delete the chosen touches"), "win.delete"),
        Entry(translated("Undo"), "win.undo"), Entry(translated("Redo"), "win.redo"),
        Entry(translated("Choose no touch"), "win.escape"),
        Entry(translated("Show touches"), "win.touches"), Entry(translated("Show cancelled ink"), "win.cancelled"),
      ])
  }

  private static var player: ShortcutGroup {
    let own = [Entry(translated("Continue drawing from here"), "win.branch"), opening]
    return ShortcutGroup(title: translated("Window"), entries: own + saving + [fullScreen] + closing)
  }

  private static var opening: Entry { Entry(translated("Open"), "win.open") }
  private static var fullScreen: Entry { Entry(translated("Full screen"), "win.fullscreen") }

  private static var saving: [Entry] {
    [
      Entry(translated("Save"), "win.save"), Entry(translated("Save as"), "win.save-as"),
      Entry(translated("Copy selection or picture"), "win.copy"), Entry(translated("Print"), "win.print"),
    ]
  }

  private static var closing: [Entry] {
    [Entry(translated("Close"), "win.close"), Entry(translated("Quit"), "app.quit")]
  }
}
