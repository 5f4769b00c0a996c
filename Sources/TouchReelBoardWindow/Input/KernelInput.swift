import CTouchReelGtk
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing

/// Devices that a window reads directly from the kernel, or from a pipe.
final class KernelInput {
  private let reader: any DeviceInputs
  /// The devices that are there, by their numbers within the reader.
  private(set) var descriptions: [Int: DeviceDescription] = [:]
  private let handle: (DeviceInput) -> Void
  private let fail: (any Error) -> Void
  /// Called when everything was taken that is there.
  var afterReading: () -> Void = {}
  private var source: guint = 0

  /// Describes a device before it is opened; `nil` if it cannot be used.
  ///
  /// - Parameter device: the device as the user named it.
  nonisolated static func description(of device: String) -> DeviceDescription? {
    do throws(DeviceError) {
      let node = try DeviceSelector(device).node()
      let listed = DeviceList.devices().first { $0.node == node && $0.access == .readable }
      return listed.flatMap { DeviceAdmission().refusal(of: $0.description) == nil ? $0.description : nil }
    } catch {
      return nil
    }
  }

  /// - Parameters:
  ///   - reader: of the devices.
  ///   - handle: called with the input of the devices, in order.
  ///   - fail: called if reading fails, which ends it.
  init(
    _ reader: any DeviceInputs, handle: @escaping (DeviceInput) -> Void, fail: @escaping (any Error) -> Void
  ) {
    self.reader = reader
    self.handle = handle
    self.fail = fail
  }

  func start() {
    read()
    source = g_unix_fd_add(
      reader.fileDescriptor, G_IO_IN,
      { _, _, input in
        guard let input else { return 0 }
        nonisolated(unsafe) let pointer = input
        MainActor.assumeIsolated { Unmanaged<KernelInput>.fromOpaque(pointer).takeUnretainedValue().read() }
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func stop() {
    if source != 0 { g_source_remove(source) }
    source = 0
  }

  private func read() {
    do {
      for input in try reader.readPending() {
        if case .opened(let description) = input.step { descriptions[input.device] = description }
        if case .removed = input.step { descriptions[input.device] = nil }
        handle(input)
      }
      afterReading()
    } catch {
      stop()
      fail(error)
    }
  }
}

/// The monitors of the desktop, in its order.
struct Monitors {
  private let monitors: [ObjectHolder]

  init() {
    let list = gdk_display_get_monitors(gdk_display_get_default())
    monitors = (0..<g_list_model_get_n_items(list)).compactMap { index in
      g_list_model_get_item(list, index).map { ObjectHolder(adopting: $0) }
    }
  }

  var screens: [Screen] {
    monitors.map { monitor in
      Screen(
        connector: gdk_monitor_get_connector(monitor.opaque).map { String(cString: $0) } ?? "",
        width: Double(gdk_monitor_get_width_mm(monitor.opaque)),
        height: Double(gdk_monitor_get_height_mm(monitor.opaque)))
    }
  }

  /// Makes a window cover the screen that devices are part of, if any of them exists.
  ///
  /// - Parameter devices: as the user named them.
  func cover(screenOf devices: [String], with window: ObjectPointer) {
    let found = devices.compactMap { KernelInput.description(of: $0) }
    guard !found.isEmpty else { return }
    let screens = screens
    cover(found.lazy.compactMap { $0.screen(among: screens) }.first, with: window)
  }

  /// - Parameter index: an index of ``screens``; `nil` for the screen that the window is on.
  private func cover(_ index: Int?, with window: ObjectPointer) {
    guard let index else { return gtk_window_fullscreen(window.pointer()) }
    gtk_window_fullscreen_on_monitor(window.pointer(), monitors[index].opaque)
  }
}
