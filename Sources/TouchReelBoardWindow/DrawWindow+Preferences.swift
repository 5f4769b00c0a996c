import CTouchReelGtk
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelWindowArguments

/// What the user chooses for good: each is a switch of the window, which its dialog of preferences shows.
extension DrawWindow {
  func addPreferences() {
    actions.add("color-by-touch", state: .off) { [weak self] in
      Preferences[.colorByTouch] = $0
      self?.perform(.set(\.coloring, $0 == .on ? .byTouch : .chosen))
    }
    actions.add("predicting", state: Preferences[.predicting] ?? .off) { [weak self] state in
      Preferences[.predicting] = state
      self?.drawing?.isPredicting = state == .on
    }
    actions.add("cancelled-ink", state: .off) { [weak self] in
      Preferences[.cancelledInk] = $0
      self?.perform(.set(\.cancelledInk, $0 == .on ? .shown : .hidden))
    }
    actions.add("recording", state: Preferences[.recording] ?? .on) { Preferences[.recording] = $0 }
    actions.add("start-page", state: Preferences[.startPage] ?? .on) { Preferences[.startPage] = $0 }
    actions.add("preferences") { [weak self] in self?.showPreferences() }
  }

  private func showPreferences() {
    let chosen: [InputPreference: SwitchState] = [
      .gestures: gestureState, .penOnly: SwitchState(live.controller.isPenOnly),
    ]
    PreferencesDialog.show(means, chosen, over: window)
  }

  /// What it is drawn in with: the devices that the user named, or those of the desktop.
  var means: InputMeans {
    if arguments.pipe != nil { return .unknown }
    if !arguments.devices.isEmpty {
      let kinds = arguments.devices.map { KernelInput.description(of: $0)?.kind }
      return InputMeans(hasTouchscreen: kinds.contains(.touchscreen), hasPen: kinds.contains(.pen))
    }
    guard let seat = gdk_display_get_default_seat(gdk_display_get_default()) else {
      return InputMeans(hasTouchscreen: false, hasPen: false)
    }
    // Wayland's seats list their pens without being capable of any.
    let pens = gdk_seat_get_devices(seat, GDK_SEAT_CAPABILITY_TABLET_STYLUS)
    defer { g_list_free(pens) }
    let hasTouch = gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue != 0
    return InputMeans(hasTouchscreen: hasTouch, hasPen: pens != nil)
  }
}
