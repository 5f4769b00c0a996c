import CEvdev
import Glibc
import InputEvents
import SystemPackage

/// The calls that make a device. A call that fails leaves nothing behind, since the device is created by the last one.
struct UinputCalls {
  let setup: VirtualDeviceSetup
  let descriptor: CInt

  func createDevice() throws(InjectionError) {
    try announce()
    try describe()
    try check("the description as a whole", uinput_create(descriptor))
  }

  private func announce() throws(InjectionError) {
    for (type, codes) in setup.codes.sorted(by: { $0.key < $1.key }) {
      try check(EventNames.name(of: type) ?? "a type", uinput_set_type(descriptor, CInt(type.rawValue)))
      for code in codes {
        let status = uinput_set_code(descriptor, CInt(type.rawValue), CInt(code.rawValue))
        try check(EventNames.name(of: code, in: type) ?? "code \(code.rawValue)", status)
      }
    }
    for property in setup.properties {
      let status = uinput_set_property(descriptor, CInt(property.rawValue))
      try check(EventNames.name(of: property) ?? "property \(property.rawValue)", status)
    }
  }

  private func describe() throws(InjectionError) {
    var facts = uinput_setup()
    facts.id = input_id(
      bustype: setup.identity.bus, vendor: setup.identity.vendor, product: setup.identity.product,
      version: setup.identity.version)
    withUnsafeMutableBytes(of: &facts.name) { $0.copyBytes(from: setup.name.utf8.prefix(VirtualDeviceSetup.nameLimit)) }
    try check("its name and id", uinput_setup(descriptor, &facts))
    if !setup.phys.isEmpty { try check("its phys", uinput_set_phys(descriptor, setup.phys)) }
    for (code, axis) in setup.axes.sorted(by: { $0.key < $1.key }) { try describe(axis, code) }
  }

  private func describe(_ axis: AbsoluteAxis, _ code: EventCode) throws(InjectionError) {
    let name = EventNames.name(of: code, in: .absolute) ?? "axis \(code.rawValue)"
    guard code != .slot || axis.maximum < VirtualDeviceSetup.slotLimit else {
      throw .refused(device: setup.name, part: "\(Int64(axis.maximum) + 1) slots", .invalidArgument)
    }
    var facts = uinput_abs_setup()
    facts.code = code.rawValue
    facts.absinfo = input_absinfo(
      value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
      resolution: axis.resolution)
    try check("\(name) from \(axis.minimum) to \(axis.maximum)", uinput_setup_axis(descriptor, &facts))
  }

  private func check(_ part: String, _ status: CInt) throws(InjectionError) {
    guard status >= 0 else { throw .refused(device: setup.name, part: part, Errno(rawValue: errno)) }
  }
}
