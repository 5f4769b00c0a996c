import CEvdev
import InputEvents
import SystemPackage

/// What libevdev says of a device and its state.
enum DeviceInspection {
  static func describe(_ descriptor: CInt, node: FilePath) throws(DeviceError) -> DeviceDescription {
    var handle: OpaquePointer?
    let status = libevdev_new_from_fd(descriptor, &handle)
    guard status == 0, let handle else {
      let error = Errno(rawValue: -status)
      let isGone = error == .noDevice || error == .ioError
      let problem: DeviceError.Problem =
        isGone ? .gone : error.rawValue == ENOTTY ? .notEvdev : .failed(operation: "cannot be described", error)
      throw DeviceError(device: node.string, problem: problem)
    }
    // The descriptor stays its owner's.
    defer { libevdev_free(handle) }
    return description(of: handle, node: node)
  }

  private static func description(of handle: OpaquePointer, node: FilePath) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = text(libevdev_get_name(handle))
    device.phys = text(libevdev_get_phys(handle))
    device.uniq = text(libevdev_get_uniq(handle))
    device.identity = DeviceIdentity(
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(handle)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(handle)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(handle)))
    device.properties = Set(
      (0..<UInt16(INPUT_PROP_CNT)).filter { libevdev_has_property(handle, UInt32($0)) == 1 }
        .map(InputProperty.init(rawValue:)))
    device.codes = codes(of: handle)
    device.axes = axes(of: handle, codes: device.codes[.absolute] ?? [])
    device.slots = slots(of: handle, axes: device.axes)
    device.active = active(of: handle, codes: device.codes)
    device.node = node.string
    return device
  }

  private static func text(_ bytes: UnsafePointer<CChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }

  private static func codes(of handle: OpaquePointer) -> [EventType: Set<EventCode>] {
    var codes: [EventType: Set<EventCode>] = [:]
    for type in 1..<UInt32(EV_CNT) where libevdev_has_event_type(handle, type) == 1 {
      let last = libevdev_event_type_get_max(type)
      let announced = last < 0 ? [] : (0...UInt32(last)).filter { libevdev_has_event_code(handle, type, $0) == 1 }
      codes[EventType(rawValue: UInt16(type))] = Set(announced.map { EventCode(rawValue: UInt16($0)) })
    }
    return codes
  }

  private static func axes(of handle: OpaquePointer, codes: Set<EventCode>) -> [EventCode: AbsoluteAxis] {
    var axes: [EventCode: AbsoluteAxis] = [:]
    for code in codes {
      guard let info = libevdev_get_abs_info(handle, UInt32(code.rawValue))?.pointee else { continue }
      axes[code] = AbsoluteAxis(
        minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat, resolution: info.resolution,
        value: info.value)
    }
    if axes[.slot] != nil { axes[.slot]?.value = libevdev_get_current_slot(handle) }
    return axes
  }

  private static func slots(of handle: OpaquePointer, axes: [EventCode: AbsoluteAxis]) -> [[EventCode: Int32]] {
    let contactAxes = axes.keys.filter { $0.isMultitouch && $0 != .slot }
    return (0..<UInt32(clamping: libevdev_get_num_slots(handle))).map { slot in
      var values: [EventCode: Int32] = [:]
      for code in contactAxes { values[code] = libevdev_get_slot_value(handle, slot, UInt32(code.rawValue)) }
      return values
    }
  }

  /// Keys, LEDs and switches that are on.
  private static func active(
    of handle: OpaquePointer, codes: [EventType: Set<EventCode>]
  ) -> [EventType: Set<EventCode>] {
    var active: [EventType: Set<EventCode>] = [:]
    for type in [EventType.key, .led, .switches] {
      let on = (codes[type] ?? []).filter {
        libevdev_get_event_value(handle, UInt32(type.rawValue), UInt32($0.rawValue)) != 0
      }
      if !on.isEmpty { active[type] = on }
    }
    return active
  }
}
