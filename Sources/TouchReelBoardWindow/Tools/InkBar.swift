import CTouchReelGtk
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing

/// The settings for what is drawn next: colour, fill, width and more.
final class InkBar {
  private let layout: Layout
  private let actions: ActionMap
  private let window: ObjectPointer
  private let choose: (PixelColor, ColorOrigin) -> Void
  private let perform: (BoardCommand) -> Void
  /// Called when a colour is to be taken from the canvas.
  var startPicking: () -> Void = {}
  private let color: Swatch
  private let fill: Swatch
  private let preview: WidthPreview
  private let wholeStrokes: WholeStrokesIcon
  private let crop: CropIcon
  /// What screen readers call the buttons of colour and fill.
  private var colorName = "" {
    didSet { if colorName != oldValue { layout["color"].setAccessibleName(colorName) } }
  }
  private var fillName = "" {
    didSet { if fillName != oldValue { layout["fill"].setAccessibleName(fillName) } }
  }
  private var slider: WidthSlider!
  private var buttons: [SwatchButtons] = []
  private var fills: SwatchButtons?
  private var recent: SwatchButtons?
  private var texts: TextChoice!
  private var palette: PaletteChoice!
  /// Reports in plain text what is wrong with a palette that was opened; `nil` if nothing is.
  var report: (String?) -> Void = { _ in }
  /// Whether the widgets are being updated, so that their changes are not from the user.
  private var isShowing = false
  /// Whether what is chosen also changes what is selected, or the text that is typed.
  private var changesShown = false
  /// How many times the width that is given to what is selected is seen.
  private var selectedScale = 1.0
  private var isErasing = false
  private var settings = BoardSettings()

  init(
    _ layout: Layout, _ actions: ActionMap, choose: @escaping (PixelColor, ColorOrigin) -> Void,
    perform: @escaping (BoardCommand) -> Void
  ) {
    self.layout = layout
    (self.actions, self.choose, self.perform) = (actions, choose, perform)
    window = layout["window"]
    color = Swatch(.black, in: layout["color-swatch"])
    fill = Swatch(nil, in: layout["fill-swatch"])
    preview = WidthPreview(in: layout["width-preview"])
    wholeStrokes = WholeStrokesIcon(in: layout["erase-shapes-icon"])
    crop = CropIcon(in: layout["crop-icon"])
    slider = WidthSlider(layout) { [weak self] in self?.choose(width: $0) }
    palette = PaletteChoice(layout, actions) { [weak self] in self?.chooseColor($0, .elsewhere) }
    palette.report = { [weak self] in self?.report($0) }
    addButtons()
    addActions(actions)
    layout["smoothing"].connect("notify::selected") { [weak self] in self?.smoothingChanged() }
    layout["sides"].connect("value-changed") { [weak self] in self?.sidesChanged() }
    texts = TextChoice(layout, actions) { [weak self] in self?.choose($0) }
  }

  /// - Parameters:
  ///   - look: of what is selected, which is marked instead of what is drawn next.
  ///   - colors: those chosen lately that are none of the palette, the latest first.
  func show(_ board: Board, _ look: SelectedLook?, recent colors: [PixelColor]) {
    let settings = board.settings
    let shown = board.editedText?.color ?? look?.color ?? settings.color
    isShowing = true
    self.settings = settings
    isErasing = settings.tool == .eraser
    changesShown = !board.selection.isEmpty || board.editedText != nil
    selectedScale = look?.scale ?? 1
    let isByFinger = settings.coloring == .byTouch && look == nil
    color.color = shown
    color.stripes = isByFinger ? Coloring.palette : []
    recent?.colors = colors
    for choice in buttons + [recent].compactMap(\.self) { choice.chosen = isByFinger ? nil : shown.opaque }
    palette.chosen = isByFinger ? nil : shown.opaque
    fills?.chosen = settings.fill
    fill.color = settings.fill
    let strokes = look?.hasLines == false ? nil : look?.width ?? settings.width
    let width = isErasing ? settings.widthOfEraser : strokes
    slider.show(width, isErasing ? .ofEraser : .ofStrokes)
    preview.color = isErasing ? nil : shown
    preview.width = width ?? 0
    // They share the cell, so that the bar is as wide with every tool.
    let isForTexts = !isErasing && (settings.tool == .text || look?.tool == .text)
    let isForImage = !isErasing && !isForTexts && board.selectsOneImage
    layout["fill"].isVisible = !isErasing && !isForTexts && !isForImage
    layout["crop"].isVisible = isForImage
    layout["text-style"].isVisible = isForTexts
    if isForTexts { texts.show(board.editedLook ?? look?.text ?? TextLook(settings)) }
    layout["erase-shapes"].isVisible = isErasing
    layout["sides"].adjustedValue = Double(settings.sides)
    showPen(settings)
    nameColors(isByFinger ? nil : shown, settings.fill)
    isShowing = false
  }

  /// - Parameter color: `nil` if each finger has its own.
  private func nameColors(_ color: PixelColor?, _ fill: PixelColor?) {
    colorName = translated("Colour: %s", color.map(Palette.name) ?? translated("A colour for each finger"))
    fillName = translated("Fill: %s", fill.map(Palette.name) ?? translated("None"))
  }

  private func choose(width: Double) {
    preview.width = width
    if isErasing { return perform(.set(\.eraserWidth, .points(width))) }
    perform(.set(\.width, width))
    if changesShown { perform(.restyle(.width(width / selectedScale))) }
  }

  /// Changes what is drawn next, and what is shown.
  private func choose(_ change: Restyling) {
    perform(.set(BoardSetting(change, after: settings)))
    if changesShown { perform(.restyle(change)) }
  }

  /// What only freehand strokes have.
  private func showPen(_ settings: BoardSettings) {
    let isFreehand = settings.tool == .pencil
    let list = layout["smoothing"]
    list.isSensitive = isFreehand
    let index = guint(Smoothing.allCases.firstIndex(of: settings.smoothing) ?? 0)
    if gtk_drop_down_get_selected(list.opaque) != index { gtk_drop_down_set_selected(list.opaque, index) }
    actions.setEnabled("pressure", isFreehand)
    actions.show("pressure", state: SwitchState(settings.pressure != .off))
  }

  private func smoothingChanged() {
    let index = Int(gtk_drop_down_get_selected(layout["smoothing"].opaque))
    guard !isShowing, index < Smoothing.allCases.count else { return }
    perform(.set(\.smoothing, Smoothing.allCases[index]))
  }

  private func sidesChanged() {
    if !isShowing { perform(.set(\.sides, Int(clamping: layout["sides"].adjustedValue.rounded()))) }
  }

  private func addButtons() {
    let palette = layout["palette"]
    let choose: (PixelColor) -> Void = { [weak self] in self?.chooseColor($0, .palette) }
    let chooseFill: (PixelColor) -> Void = { [weak self] in self?.chooseFill($0) }
    let (colors, fills, latest) = (layout["color-grid"], layout["fill-grid"], layout["recent-grid"])
    recent = SwatchButtons(slots: PenRack.recentColorLimit, choose: choose) { Self.attach($0, $1, to: latest) }
    buttons = [
      SwatchButtons(count: Palette.quick, choose: choose) { button, _ in
        gtk_box_append(palette.pointer(), button.widget)
      },
      SwatchButtons(choose: choose) { Self.attach($0, $1, to: colors) },
    ]
    self.fills = SwatchButtons(choose: chooseFill) { Self.attach($0, $1, to: fills) }
  }

  private static func attach(_ button: ObjectPointer, _ index: Int, to grid: ObjectPointer) {
    gtk_grid_attach(grid.pointer(), button.widget, CInt(index % 7), CInt(index / 7), 1, 1)
  }

  private func addActions(_ actions: ActionMap) {
    actions.add("choose-color") { [weak self] in
      guard let self else { return }
      gtk_menu_button_popdown(layout["color"].opaque)
      ColorDialog.ask(translated("Colour"), from: color.color ?? .black, over: window) { [weak self] in
        self?.chooseColor($0, .elsewhere)
      }
    }
    actions.add("choose-fill") { [weak self] in
      guard let self else { return }
      gtk_menu_button_popdown(layout["fill"].opaque)
      ColorDialog.ask(translated("Fill"), from: fill.color ?? .white, over: window) { [weak self] in
        self?.chooseFill($0)
      }
    }
    actions.add("dashed", state: .off) { [weak self] state in
      self?.choose(.pattern(state == .on ? .dashed : .solid))
    }
    actions.add("pressure", state: .on) { [weak self] state in
      self?.perform(.set(\.pressure, state == .on ? .pens(gamma: PenChoice.kept.exponent) : .off))
    }
    actions.add("pick-color") { [weak self] in
      guard let self else { return }
      gtk_menu_button_popdown(layout["color"].opaque)
      startPicking()
    }
    actions.add("no-fill") { [weak self] in self?.chooseFill(nil) }
    actions.add("erase-shapes", state: .off) { [weak self] state in
      self?.perform(.set(\.erasing, state == .on ? .shapes : .ink))
    }
    actions.add("thinner") { [weak self] in self?.slider.move(by: -1) }
    actions.add("wider") { [weak self] in self?.slider.move(by: 1) }
  }

  private func chooseColor(_ new: PixelColor, _ origin: ColorOrigin) {
    gtk_menu_button_popdown(layout["color"].opaque)
    choose(new, origin)
    if changesShown { perform(.restyle(.color(new))) }
  }

  /// Draws in a colour that was taken from the canvas.
  func take(_ color: PixelColor) { chooseColor(color, Palette.colors.contains(color) ? .palette : .elsewhere) }

  private func chooseFill(_ new: PixelColor?) {
    gtk_menu_button_popdown(layout["fill"].opaque)
    choose(.fill(new))
  }
}

/// Where a colour comes from.
enum ColorOrigin {
  /// The palette, or the colours that were chosen lately.
  case palette
  case elsewhere
}

extension PixelColor {
  fileprivate var opaque: PixelColor { PixelColor(red: red, green: green, blue: blue) }
}

/// A stroke that is taken away as a whole.
private final class WholeStrokesIcon: Painter {
  private let widget: ObjectPointer

  init(in widget: ObjectPointer) {
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let (x, y, color) = (size.width / 2, size.height / 2, widget.styleColor)
    var faint = color
    faint.alpha = 110
    snapshot.drawing(in: ViewRect(x: 0, y: 0, width: size.width, height: size.height)) { context in
      context.line(from: (x - 10, y + 6), to: (x - 3, y - 4), width: 3, faint)
      context.line(from: (x - 3, y - 4), to: (x + 3, y + 4), width: 3, faint)
      context.line(from: (x + 3, y + 4), to: (x + 10, y - 6), width: 3, faint)
      context.line(from: (x - 8, y - 8), to: (x + 8, y + 8), width: 2, color)
      context.line(from: (x - 8, y + 8), to: (x + 8, y - 8), width: 2, color)
    }
  }
}

/// Shows the width and colour of the next stroke; an outline for the eraser.
private final class WidthPreview: Painter {
  var width = 1.0 {
    didSet { if width != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }
  var color: PixelColor? = .black {
    didSet { if color != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }
  private let widget: ObjectPointer

  init(in widget: ObjectPointer) {
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let side = min(size.width, size.height)
    // What is wider than there is room for is as large as can be.
    let width = color == nil ? min(width, side - 2) : width
    let start = (side - width) / 2
    let dot = ViewRect(x: start, y: start, width: width, height: width)
    snapshot.rounded(ViewRect(x: 0, y: 0, width: side, height: side), radius: 5) {
      snapshot.fill(ViewRect(x: 0, y: 0, width: side, height: side), .white)
      guard let color else { return snapshot.outline(dot, radius: width / 2, width: 1, .black) }
      snapshot.rounded(dot, radius: width / 2) { snapshot.fill(dot, color) }
    }
  }
}
