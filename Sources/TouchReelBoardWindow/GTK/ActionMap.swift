import CTouchReelGtk

/// The actions of a window, which menus, buttons and keys refer to as `win.NAME`.
struct ActionMap {
  private let window: ObjectPointer

  init(of window: ObjectPointer) { self.window = window }

  func add(_ name: String, _ run: @escaping () -> Void) {
    add(g_simple_action_new(name, nil)) { _ in run() }
  }

  /// Adds an action with a text parameter, such as the file of a menu item.
  func add(_ name: String, withText run: @escaping (String) -> Void) {
    let action = g_simple_action_new(name, string_variant_type())
    add(action) { parameter in if let text = Self.text(parameter) { run(text) } }
  }

  /// Adds a choice between several texts.
  func add(_ name: String, choice: String, _ choose: @escaping (String) -> Void) {
    let action = g_simple_action_new_stateful(name, string_variant_type(), g_variant_new_string(choice))
    add(action) { parameter in if let text = Self.text(parameter) { choose(text) } }
  }

  /// Adds a switch.
  func add(_ name: String, state: SwitchState, _ turn: @escaping (SwitchState) -> Void) {
    let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(state == .on ? 1 : 0))
    guard let action else { return }
    let object = ObjectPointer(action)
    add(action) { _ in
      let new = SwitchState(Self.isOn(object) == false)
      g_simple_action_set_state(object.opaque, g_variant_new_boolean(new == .on ? 1 : 0))
      turn(new)
    }
  }

  /// Performs an action without a parameter.
  func activate(_ name: String) {
    guard let action = g_action_map_lookup_action(window.opaque, name) else { return }
    g_action_activate(action, nil)
  }

  func setEnabled(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(window.opaque, name) else { return }
    g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
  }

  /// Sets the state without performing the action.
  func show(_ name: String, choice: String) {
    guard let action = g_action_map_lookup_action(window.opaque, name) else { return }
    g_simple_action_set_state(action, g_variant_new_string(choice))
  }

  func show(_ name: String, state: SwitchState) {
    guard let action = g_action_map_lookup_action(window.opaque, name) else { return }
    g_simple_action_set_state(action, g_variant_new_boolean(state == .on ? 1 : 0))
  }

  private func add(_ action: OpaquePointer?, _ run: @escaping (OpaquePointer?) -> Void) {
    guard let action else { return }
    ObjectPointer(action).connect("activate") { arguments in
      run(g_value_get_variant(arguments.value(1)))
      return .handled
    }
    g_action_map_add_action(window.opaque, action)
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  private static func text(_ value: OpaquePointer?) -> String? {
    guard let value else { return nil }
    return String(cString: g_variant_get_string(value, nil))
  }

  private static func isOn(_ action: ObjectPointer) -> Bool {
    guard let state = g_action_get_state(action.opaque) else { return false }
    defer { g_variant_unref(state) }
    return g_variant_get_boolean(state) != 0
  }
}
