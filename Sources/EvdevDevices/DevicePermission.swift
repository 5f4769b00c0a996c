/// How a user gets at a device that only root may read.
public enum DevicePermission {
  /// The rule that `scripts/install-udev-rule` installs: whoever sits at the screen may read its touch devices, and no
  /// keyboard, and make virtual devices.
  public static let udevRules = [
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess""#,
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_TABLET}=="1", TAG+="uaccess""#,
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_TOUCHPAD}=="1", TAG+="uaccess""#,
    #"KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput""#,
  ]

  /// The commands that give this user the device until it is unplugged, and all touch devices for good.
  public static func advice(for node: String) -> String {
    "'sudo setfacl -m u:$USER:r \(node)' permits it until it is unplugged, 'scripts/install-udev-rule' all touch devices for good"
  }
}
