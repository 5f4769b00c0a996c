import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking
import TouchReelWindowArguments

extension DrawWindow {
  /// Starts reading the devices or the pipe that the user named, if any. Desktop events from the devices are ignored,
  /// since each would come twice.
  func beginKernelInput() {
    if let pipe = arguments.pipe { return beginInput(from: FilePath(argument: pipe)) }
    guard !arguments.devices.isEmpty else { return warnIfTouchIsMissing() }
    do throws(DeviceError) {
      var options = RecorderOptions()
      options.grab = arguments.grab ? .exclusive : .shared
      let reader = try DeviceReaderThread(arguments.devices.map { DeviceSelector($0) }, options: options)
      let widgets = WidgetTouches(over: canvas.widget, in: layout["overlay"], covers, options.grab)
      live.target = { [weak live] point, time in
        let target = widgets.target(at: point, beginningAt: time)
        return target == .bar && live?.controller.bars.handles.isHit(at: point) == true ? .canvas : target
      }
      live.isCovered = { [weak covers] in covers?.isEmpty == false }
      if arguments.grab { covers.share(reader, with: live) }
      begin(reader, widgets, OutputRotations())
    } catch {
      notices.banner(translated("%s. Desktop events are drawn instead.", error.message))
    }
  }

  private func begin(_ reader: any DeviceInputs, _ widgets: WidgetTouches, _ outputs: OutputRotations?) {
    let kernel = KernelInput(
      reader, handle: { [weak self] in self?.handle($0) }, fail: { [weak self] in self?.notices.banner("\($0)") })
    devices = ReadDevices(kernel, widgets, outputs)
    kernel.start()
  }

  /// Touches of a pipe draw wherever they are: the bars are for those who sit at this screen.
  private func beginInput(from path: FilePath) {
    do throws(FileError) {
      guard let pipe = try FileBytes.open(path, keeping: .followed) as? PipeBytes else {
        throw FileError(file: path.string, message: "is a file; 'touchreel play' plays it")
      }
      live.devices = .elsewhere
      let reader = try PipeReaderThread(pipe, options: try arguments.readingOptions(of: path))
      begin(reader, WidgetTouches(over: canvas.widget, in: layout["overlay"], covers, .shared), nil)
    } catch {
      notices.banner(error.description)
    }
  }

  private func handle(_ input: DeviceInput) {
    guard drawing != nil, let view = canvas.viewport else { return }
    live.read(input, at: EventClock.now, in: view, on: CanvasPlacement(of: canvas.widget, in: window, devices?.outputs))
    // A touch may have been lifted that kept the grab from changing.
    if arguments.grab { covers.changed() }
    switch input.step {
    case .opened: if arguments.pipe == nil { ignoreDesktop() }
    case .removed where arguments.pipe != nil:
      notices.banner(translated("The pipe has ended; strokes that were in progress were cancelled."))
    case .removed:
      // Its touches come from the desktop from here on.
      ignoreDesktop()
      notices.banner(translated("The device was unplugged, and its strokes in progress were cancelled."))
    case .frame, .synced: break
    }
    ticker.wake()
  }

  /// Ignores what the desktop reports of the devices that are read.
  private func ignoreDesktop() {
    let devices = devices.map { Array($0.kernel.descriptions.values) } ?? []
    input.accepts = { ReadDevices.isOther($0, than: devices) }
  }

  /// Opens a window that reads a device, instead of this one if nothing was drawn in it.
  private func reopen(reading device: String) {
    var arguments = DrawArguments.notGiven
    arguments.devices = [device]
    application.openDrawing(arguments)
    if isUntouched { gtk_window_close(window.pointer()) }
  }

  private func explainAccess(to node: FilePath) {
    let command = "sudo setfacl -m u:$USER:r \(node)"
    guard
      let shown = message_dialog(
        window.pointer(), GTK_MESSAGE_INFO, GTK_BUTTONS_CLOSE, translated("How to get access to touchscreens"),
        translated(
          "The package touchreel gives it to whoever is at the screen. Until the device is unplugged, this command does:"
        ) + "\n\n\(command)")
    else { return }
    let dialog = ObjectPointer(shown)
    dialog.connect("response") { gtk_window_destroy(dialog.pointer()) }
    gtk_window_present(dialog.pointer())
  }

  /// Warns if the compositor does not support touch although there is a touchscreen.
  private func warnIfTouchIsMissing() {
    guard let seat = gdk_display_get_default_seat(gdk_display_get_default()),
      gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue == 0,
      let screen = DeviceList.devices().first(where: { $0.description.kind == .touchscreen })
    else { return }
    guard screen.access == .readable else {
      return notices.banner(
        translated("The desktop does not report touches, and you may not read %s.", screen.description.name),
        button: Notices.Button(label: translated("Show How")) { [weak self] in self?.explainAccess(to: screen.node) })
    }
    notices.banner(
      translated("The desktop does not report touches, but %s can be read directly.", screen.description.name),
      button: Notices.Button(label: translated("Read It")) { [weak self] in self?.reopen(reading: screen.node.string) })
  }
}

extension DeviceError {
  /// The error without the options of `touchreel record`, which a window does not have.
  fileprivate var message: String {
    switch problem {
    case .keyboard: translated("%s: is a keyboard, which cannot be drawn with", device)
    case .notTouch: translated("%s: is not a touch device", device)
    default: description
    }
  }
}
