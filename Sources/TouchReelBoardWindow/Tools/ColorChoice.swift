import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelLiveDrawing

/// The colours to choose from.
enum Palette {
  /// Eight that can be distinguished with any colour vision, then white, grey, red, light green, violet and brown.
  static let colors =
    Coloring.palette.prefix(8) + [
      .white, PixelColor(red: 128, green: 128, blue: 128), PixelColor(red: 204, green: 0, blue: 0),
      PixelColor(red: 51, green: 209, blue: 122), PixelColor(red: 145, green: 65, blue: 172),
      PixelColor(red: 134, green: 94, blue: 60),
    ]
  /// The number of colours shown without opening the popover.
  static let quick = 10

  /// What a colour is called: by its name here, or as a style sheet has it.
  static func name(of color: PixelColor) -> String {
    let opaque = PixelColor(red: color.red, green: color.green, blue: color.blue)
    return colors.firstIndex(of: opaque).map { names[$0] } ?? opaque.styleWord
  }

  static var names: [String] {
    [
      translated("Black"), translated("Orange"), translated("Sky blue"), translated("Green"), translated("Vermilion"),
      translated("Blue"), translated("Purple"), translated("Yellow"), translated("White"), translated("Grey"),
      translated("Red"),
      translated("Light green"),
      translated("Violet"), translated("Brown"),
    ]
  }
}

/// Buttons for colours: those of the palette, or some that change.
final class SwatchButtons {
  private let swatches: [(button: ObjectPointer, swatch: Swatch)]
  /// The colour whose button is marked as the chosen one.
  var chosen: PixelColor? {
    didSet { if chosen != oldValue { mark() } }
  }
  /// What the buttons are for; those beyond the last are hidden.
  var colors: [PixelColor] {
    didSet { if colors != oldValue { showColors() } }
  }

  /// Buttons of the palette.
  ///
  /// - Parameter add: inserts a button, given its index.
  convenience init(
    count: Int = Palette.colors.count, choose: @escaping (PixelColor) -> Void, add: (ObjectPointer, Int) -> Void
  ) {
    self.init(slots: count, choose: choose, add: add)
    colors = Array(Palette.colors.prefix(count))
    showColors()
  }

  /// Buttons of as many colours at most, of which there are none yet.
  init(slots: Int, choose: @escaping (PixelColor) -> Void, add: (ObjectPointer, Int) -> Void) {
    colors = []
    swatches = (0..<slots).map { index in
      let button = ObjectPointer(gtk_button_new())
      let patch = ObjectPointer(PaintedWidget.make(width: 20, height: 20))
      gtk_button_set_child(button.pointer(), patch.widget)
      gtk_widget_set_focus_on_click(button.widget, 0)
      button.setClass("flat", .on)
      button.setClass("swatch", .on)
      let swatch = Swatch(nil, in: patch)
      button.connect("clicked") { if let color = swatch.color { choose(color) } }
      add(button, index)
      return (button, swatch)
    }
    showColors()
  }

  private static func name(_ button: ObjectPointer, _ name: String) {
    button.tooltip = name
    button.setAccessibleName(name)
  }

  /// Those that are none of the palette are those chosen lately.
  private static func name(of color: PixelColor) -> String {
    let name = Palette.name(of: color)
    return Palette.colors.contains(color) ? name : translated("Recent colour %s", name)
  }

  private func showColors() {
    for (index, (button, swatch)) in swatches.enumerated() {
      swatch.color = index < colors.count ? colors[index] : nil
      button.isVisible = index < colors.count
      if let color = swatch.color { Self.name(button, Self.name(of: color)) }
    }
    mark()
  }

  private func mark() {
    for (button, swatch) in swatches {
      button.markChosen(SwitchState(swatch.color != nil && swatch.color == chosen))
    }
  }
}

/// Asks for any colour. GTK's own dialog has its buttons below its colours, beyond a low screen.
enum ColorDialog {
  static func ask(
    _ title: String, from color: PixelColor, over parent: ObjectPointer, _ handle: @escaping (PixelColor) -> Void
  ) {
    let layout = Layout(PackageResources.color_ui)
    let (window, chooser) = (layout["window"], layout["chooser"])
    gtk_window_set_title(window.pointer(), title)
    var shown = color.rgba
    gtk_color_chooser_set_rgba(chooser.opaque, &shown)
    layout["cancel"].connect("clicked") { gtk_window_destroy(window.pointer()) }
    layout["apply"].connect("clicked") {
      var chosen = GdkRGBA()
      gtk_color_chooser_get_rgba(chooser.opaque, &chosen)
      handle(PixelColor(chosen))
      gtk_window_destroy(window.pointer())
    }
    window.whenEscaped { gtk_window_destroy(window.pointer()) }
    window.whenClosed { withExtendedLifetime(layout) {} }
    window.fit(over: parent, width: 440, height: 520)
    gtk_window_present(window.pointer())
  }
}

/// A patch of colour; crossed out if there is none.
final class Swatch: Painter {
  /// Shown side by side instead of the colour, if there are any.
  var stripes: [PixelColor] = [] {
    didSet { if stripes != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }
  var color: PixelColor? {
    didSet { if color != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }
  private let widget: ObjectPointer

  init(_ color: PixelColor?, in widget: ObjectPointer) {
    self.color = color
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let rect = ViewRect(x: 0, y: 0, width: size.width, height: size.height)
    snapshot.rounded(rect, radius: 5) {
      guard stripes.isEmpty else { return paintStripes(snapshot, size) }
      guard let color else {
        // On white, so that it is red enough where the bar is dark.
        snapshot.fill(rect, .white)
        return snapshot.cross(rect, PixelColor(red: 204, green: 0, blue: 0))
      }
      // Shows translucent colours on both light and dark.
      snapshot.fill(rect, .white)
      snapshot.fill(ViewRect(x: 0, y: 0, width: size.width / 2, height: size.height), .black)
      snapshot.fill(rect, color)
    }
    snapshot.outline(rect, radius: 5, width: 1, widget.styleColor.asBorder)
  }

  private func paintStripes(_ snapshot: Snapshot, _ size: SurfaceSize) {
    let width = size.width / Double(stripes.count)
    for (index, color) in stripes.enumerated() {
      snapshot.fill(ViewRect(x: Double(index) * width, y: 0, width: width, height: size.height), color)
    }
  }
}
