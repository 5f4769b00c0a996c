import CTouchReelGtk

/// The arguments of a signal; the first one is its sender.
struct SignalArguments {
  private let values: UnsafePointer<GValue>

  fileprivate init(_ values: UnsafePointer<GValue>) { self.values = values }

  func double(_ index: Int) -> Double { g_value_get_double(values + index) }
  func int(_ index: Int) -> Int { Int(g_value_get_int(values + index)) }
  func unsigned(_ index: Int) -> Int { Int(g_value_get_uint(values + index)) }
  /// An object, a boxed value or an event.
  func pointer(_ index: Int) -> UnsafeMutableRawPointer? { g_value_peek_pointer(values + index) }
  func value(_ index: Int) -> UnsafePointer<GValue> { values + index }
}

/// Whether a signal handler consumed the event.
enum SignalAnswer {
  case handled, passedOn
}

private final class SignalHandler {
  let run: (SignalArguments) -> SignalAnswer

  init(_ run: @escaping (SignalArguments) -> SignalAnswer) { self.run = run }
}

extension ObjectPointer {
  /// Calls a closure each time that the signal is emitted, as long as the object lives.
  func connect(_ signal: String, _ action: @escaping () -> Void) {
    connect(signal) { _ in
      action()
      return .passedOn
    }
  }

  /// - Parameter action: its result is used if the signal has one.
  /// - Returns: the handler's id, for `g_signal_handler_disconnect`.
  @discardableResult
  func connect(_ signal: String, answering action: @escaping (SignalArguments) -> SignalAnswer) -> gulong {
    let handler = Unmanaged.passRetained(SignalHandler(action))
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), handler.toOpaque())
    g_closure_add_finalize_notifier(closure, handler.toOpaque()) { handler, _ in
      if let handler { Unmanaged<SignalHandler>.fromOpaque(handler).release() }
    }
    g_closure_set_marshal(closure) { closure, result, _, values, _, _ in
      // GTK calls on the thread of its main loop, which is the main thread.
      nonisolated(unsafe) let (closure, result, values) = (closure, result, values)
      MainActor.assumeIsolated { runHandler(of: closure, values, answer: result) }
    }
    return g_signal_connect_closure(raw, signal, closure, 0)
  }

  /// Calls a closure once, when this window has been closed, and keeps it only until then.
  ///
  /// Unlike GTK's `destroy` signal, this does not wait for the last reference to the window: its layout has one.
  func whenClosed(_ action: @escaping () -> Void) {
    var handler: gulong = 0
    handler = connect(
      "unrealize",
      answering: { _ in
        action()
        g_signal_handler_disconnect(raw, handler)
        return .handled
      })
  }
}

private func runHandler(
  of closure: UnsafeMutablePointer<GClosure>?, _ values: UnsafePointer<GValue>?, answer: UnsafeMutablePointer<GValue>?
) {
  guard let handler = closure?.pointee.data, let values else { return }
  let result = Unmanaged<SignalHandler>.fromOpaque(handler).takeUnretainedValue().run(SignalArguments(values))
  if let answer, answer.pointee.g_type == boolean_type() { g_value_set_boolean(answer, result == .handled ? 1 : 0) }
}
