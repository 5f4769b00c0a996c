import CTouchReelGtk
import TouchReelTouchTracking

/// How far each screen of a Wayland desktop is turned, which GTK does not report: from the compositor itself, on GTK's
/// connection, whose events GTK dispatches.
final class OutputRotations {
  private final class Output {
    let number: UInt32
    let proxy: OpaquePointer
    var connector = ""
    var rotation = QuarterTurn.upright

    init(_ number: UInt32, _ proxy: OpaquePointer) {
      self.number = number
      self.proxy = proxy
    }

    isolated deinit { wl_output_destroy(proxy) }
  }

  private let registry: OpaquePointer
  private var outputs: [Output] = []

  /// `nil` on other desktops, and where outputs have no names (before version 4 of `wl_output`).
  init?() {
    guard let display = wayland_display(), let registry = wl_display_get_registry(display) else { return nil }
    self.registry = registry
    wl_registry_add_listener(registry, registryListener, Unmanaged.passUnretained(self).toOpaque())
    wl_display_roundtrip(display)
    // Once more for what the outputs say of themselves.
    wl_display_roundtrip(display)
  }

  isolated deinit { wl_registry_destroy(registry) }

  /// The rotation of the screen that a window is on; `nil` if it is on none that is known.
  func rotation(under window: ObjectPointer) -> QuarterTurn? {
    guard let surface = gtk_native_get_surface(window.opaque),
      let monitor = gdk_display_get_monitor_at_surface(gdk_display_get_default(), surface),
      let connector = gdk_monitor_get_connector(monitor).map({ String(cString: $0) })
    else { return nil }
    return outputs.first { $0.connector == connector }?.rotation
  }

  fileprivate func add(_ number: UInt32, _ interface: String, version: UInt32) {
    guard interface == "wl_output", version >= 4, let proxy = bind_output(registry, number) else { return }
    outputs.append(Output(number, proxy))
    wl_output_add_listener(proxy, outputListener, Unmanaged.passUnretained(self).toOpaque())
  }

  fileprivate func remove(_ number: UInt32) { outputs.removeAll { $0.number == number } }

  fileprivate func rename(_ proxy: OpaquePointer?, _ connector: String) {
    outputs.first { $0.proxy == proxy }?.connector = connector
  }

  fileprivate func turn(_ proxy: OpaquePointer?, _ transform: Int32) {
    outputs.first { $0.proxy == proxy }?.rotation = QuarterTurn(transform: transform)
  }
}

extension QuarterTurn {
  /// - Parameter transform: of `enum wl_output_transform`, which counts counter-clockwise turns of what is shown: a
  ///   touchscreen is turned as far clockwise against that. Mirrored screens, from 4 on, are taken as not mirrored.
  init(transform: Int32) {
    self = [.upright, .quarter, .half, .threeQuarters][Int(transform & 3)]
  }
}

private func rotations(_ data: UnsafeMutableRawPointer?, _ use: @MainActor (OutputRotations) -> Void) {
  guard let data else { return }
  // GTK dispatches on the main thread.
  nonisolated(unsafe) let pointer = data
  MainActor.assumeIsolated { use(Unmanaged<OutputRotations>.fromOpaque(pointer).takeUnretainedValue()) }
}

/// The listeners live as long as the program.
private let registryListener: UnsafePointer<wl_registry_listener> = {
  let listener = UnsafeMutablePointer<wl_registry_listener>.allocate(capacity: 1)
  listener.initialize(
    to: wl_registry_listener(
      global: { data, _, number, interface, version in
        let name = interface.map { String(cString: $0) } ?? ""
        rotations(data) { $0.add(number, name, version: version) }
      },
      global_remove: { data, _, number in rotations(data) { $0.remove(number) } }))
  return UnsafePointer(listener)
}()

private let outputListener: UnsafePointer<wl_output_listener> = {
  let listener = UnsafeMutablePointer<wl_output_listener>.allocate(capacity: 1)
  listener.initialize(
    to: wl_output_listener(
      geometry: { data, output, _, _, _, _, _, _, _, transform in
        nonisolated(unsafe) let output = output
        rotations(data) { $0.turn(output, transform) }
      },
      mode: { _, _, _, _, _, _ in }, done: { _, _ in }, scale: { _, _, _ in },
      name: { data, output, name in
        nonisolated(unsafe) let output = output
        let connector = name.map { String(cString: $0) } ?? ""
        rotations(data) { $0.rename(output, connector) }
      }, description: { _, _, _ in }))
  return UnsafePointer(listener)
}()
