import CTouchReelGtk
import SystemPackage
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// A background chosen in the dialog.
enum BackgroundChoice {
  case plain(Background)
  case image(LoadedImage, BackgroundImageMode, on: PixelColor)
}

/// Asks for a background, with a preview.
final class BackgroundDialog {
  private static let modes: [BackgroundImageMode] = [.fill, .fit, .tile]

  private let layout = Layout(PackageResources.background_ui)
  private let preview: BackgroundPreview
  private let handle: (BackgroundChoice) -> Void
  private var image: LoadedImage?
  private var paper: PaperChoice!
  /// The progress of loading the image that was chosen last.
  private var progress: TaskProgress?

  /// - Parameter handle: called with the choice, unless the dialog is cancelled.
  static func ask(_ current: Background, over window: ObjectPointer, _ handle: @escaping (BackgroundChoice) -> Void) {
    let dialog = BackgroundDialog(handle)
    dialog.show(current)
    gtk_window_set_transient_for(dialog.window.pointer(), window.pointer())
    dialog.window.whenClosed { dialog.release() }
    gtk_window_present(dialog.window.pointer())
  }

  private init(_ handle: @escaping (BackgroundChoice) -> Void) {
    self.handle = handle
    preview = BackgroundPreview(in: layout["preview"])
    for button in ["color", "from", "to", "around"] {
      gtk_color_chooser_set_use_alpha(layout[button].opaque, 0)
      layout[button].connect("color-set") { [weak self] in self?.changed() }
    }
    gtk_scale_set_format_value_func(
      layout["angle-scale"].pointer(), { _, degrees, _ in g_strdup("\(Int(clamping: degrees.rounded()))°") }, nil, nil)
    paper = PaperChoice(layout) { [weak self] in self?.changed() }
    layout["angle"].connect("value-changed") { [weak self] in self?.changed() }
    layout["mode"].connect("notify::selected") { [weak self] in self?.changed() }
    layout["pages"].connect("notify::visible-child") { [weak self] in self?.changed() }
    layout["choose-image"].connect("clicked") { [weak self] in self?.chooseImage() }
    layout["cancel"].connect("clicked") { [weak self] in self?.close() }
    window.whenEscaped { [weak self] in self?.close() }
    layout["apply"].connect("clicked") { [weak self] in self?.apply() }
  }

  private var window: ObjectPointer { layout["window"] }

  private func show(_ background: Background) {
    setColor("color", .white)
    setColor("from", .white)
    setColor("to", PixelColor(red: 86, green: 180, blue: 233))
    setColor("around", .white)
    switch background {
    case .color(let color):
      setColor("color", color)
      showPage("color")
    case .gradient(let from, let to, let angle):
      setColor("from", from)
      setColor("to", to)
      layout["angle"].adjustedValue = angle
      showPage("gradient")
    case .ruled(let ruling, on: let color):
      paper.show(ruling, on: color)
      setColor("color", color)
      showPage("color")
    case .image(_, let mode, on: let color):
      setColor("around", color)
      gtk_drop_down_set_selected(layout["mode"].opaque, guint(Self.modes.firstIndex(of: mode) ?? 0))
      showPage("image")
    }
    changed()
  }

  private var choice: BackgroundChoice? {
    switch gtk_stack_get_visible_child_name(layout["pages"].opaque).map({ String(cString: $0) }) {
    case "gradient":
      return .plain(.gradient(from: color("from"), to: color("to"), angle: layout["angle"].adjustedValue.rounded()))
    case "image":
      let index = Int(gtk_drop_down_get_selected(layout["mode"].opaque))
      let mode = Self.modes.indices.contains(index) ? Self.modes[index] : .fill
      return image.map { .image($0, mode, on: color("around")) }
    default:
      let color = color("color")
      return .plain(paper.chosen.map { .ruled($0, on: color) } ?? .color(color))
    }
  }

  private func changed() {
    preview.choice = choice
    layout["apply"].isSensitive = choice != nil
  }

  private func apply() {
    if let choice { handle(choice) }
    close()
  }

  private func close() { gtk_window_destroy(window.pointer()) }

  private func release() {
    progress?.cancel()
    (progress, image, preview.choice) = (nil, nil, nil)
  }

  private func chooseImage() {
    FileDialog.open(
      translated("Choose an Image"), [FileKind(name: translated("Images"), pattern: LoadedImage.patterns)], over: window
    ) {
      [weak self] path in self?.load(path)
    }
  }

  /// Loads an image in the background.
  private func load(_ path: FilePath) {
    progress?.cancel()
    image = nil
    layout["problem"].isVisible = false
    setChosen(translated("Reading %s…", path.fileName))
    let task = BackgroundTask { _ in
      Result { () throws(ImageProblem) in try LoadedImage(path) }
    } then: { [weak self] result in
      self?.handle(result, of: path)
    }
    progress = task.progress
    changed()
  }

  private func handle(_ result: Result<LoadedImage, ImageProblem>, of path: FilePath) {
    do throws(ImageProblem) {
      image = try result.get()
      setChosen(path.fileName)
    } catch {
      setChosen(translated("Choose an Image…"))
      layout["problem"].setLabel(error.description)
      layout["problem"].isVisible = true
    }
    changed()
  }

  private func setChosen(_ text: String) { gtk_button_set_label(layout["choose-image"].pointer(), text) }

  private func showPage(_ name: String) { gtk_stack_set_visible_child_name(layout["pages"].opaque, name) }

  private func color(_ button: String) -> PixelColor {
    var color = GdkRGBA()
    gtk_color_chooser_get_rgba(layout[button].opaque, &color)
    return PixelColor(color)
  }

  private func setColor(_ button: String, _ color: PixelColor) {
    var color = color.rgba
    gtk_color_chooser_set_rgba(layout[button].opaque, &color)
  }
}

/// A preview of the background.
private final class BackgroundPreview: Painter {
  var choice: BackgroundChoice? {
    didSet { gtk_widget_queue_draw(widget.widget) }
  }
  private let widget: ObjectPointer

  init(in widget: ObjectPointer) {
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let scale = Double(gtk_widget_get_scale_factor(widget.widget))
    let board = BoardSize(width: size.width, height: size.height)
    guard let raster = try? Raster(board: board, scale: scale), let background = choice?.prepared(on: raster) else {
      return
    }
    let picture = Picture(background: background, committed: TiledImage(size: raster.pixels))
    let rect = ViewRect(x: 0, y: 0, width: size.width, height: size.height)
    snapshot.rounded(rect, radius: 6) { snapshot.texture(Texture(picture.composed()), in: rect) }
  }
}

extension BackgroundChoice {
  fileprivate func prepared(on raster: Raster) -> PreparedBackground? {
    switch self {
    case .plain(.image): nil
    case .plain(let background): background.prepared(BackgroundPictures(), on: raster)
    case .image(let image, let mode, on: let color):
      PreparedBackground(.image(image.pixels, mode, on: color), size: raster.pixels)
    }
  }
}
