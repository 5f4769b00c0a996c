import CTouchReelEvdev
import Glibc

/// A virtual device of the kernel's: it is plugged in by `create`, and unplugged by `destroy` or with its process.
struct UinputDevice {
  let name: String
  var identity = [3, 0x1234, 0x5678, 1]
  var properties: [Int] = []
  var codes: [(type: Int, code: Int)] = []
  /// Code, minimum, maximum, fuzz, resolution.
  var axes: [[Int]] = []
  private var descriptor: CInt = -1
  private var held: [input_event] = []

  init(name: String) { self.name = name }

  mutating func create() throws {
    descriptor = open("/dev/uinput", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw PlayerError(description: "/dev/uinput: errno \(errno)") }
    for property in properties { try check(uinput_set_property(descriptor, CInt(property))) }
    for type in Set(codes.map(\.type) + (axes.isEmpty ? [] : [3])).sorted() {
      try check(uinput_set_type(descriptor, CInt(type)))
    }
    for (type, code) in codes { try check(uinput_set_code(descriptor, CInt(type), CInt(code))) }
    for axis in axes { try check(set(axis)) }
    try check(setUp())
    try check(uinput_create(descriptor))
    let node = "/dev/input/\(try nodeName())"
    Pace.poll { access(node, R_OK) == 0 }
  }

  mutating func destroy() {
    _ = uinput_destroy(descriptor)
    close(descriptor)
    descriptor = -1
  }

  mutating func hold(type: Int, code: Int, value: Int) {
    var event = input_event()
    event.type = UInt16(type)
    event.code = UInt16(code)
    event.value = Int32(value)
    held.append(event)
  }

  mutating func report() throws {
    hold(type: 0, code: 0, value: 0)
    let written = held.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    try check(written == held.count * MemoryLayout<input_event>.stride ? 0 : -1)
    held.removeAll(keepingCapacity: true)
  }

  private func set(_ axis: [Int]) -> CInt {
    var setup = uinput_abs_setup()
    setup.code = UInt16(axis[0])
    setup.absinfo.minimum = Int32(axis[1])
    setup.absinfo.maximum = Int32(axis[2])
    setup.absinfo.fuzz = Int32(axis[3])
    setup.absinfo.resolution = Int32(axis[4])
    return uinput_setup_axis(descriptor, &setup)
  }

  private func setUp() -> CInt {
    var setup = uinput_setup()
    setup.id = input_id(
      bustype: UInt16(identity[0]), vendor: UInt16(identity[1]), product: UInt16(identity[2]),
      version: UInt16(identity[3]))
    withUnsafeMutableBytes(of: &setup.name) { $0.copyBytes(from: name.utf8.prefix(79)) }
    return uinput_setup(descriptor, &setup)
  }

  /// `event3`: the folder of the new device has one so called.
  private func nodeName() throws -> String {
    var bytes = [CChar](repeating: 0, count: 64)
    try check(uinput_get_sysfs_name(descriptor, &bytes, 64) < 0 ? -1 : 0)
    let folder =
      "/sys/devices/virtual/input/" + String(decoding: bytes.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    guard let listing = opendir(folder) else { throw PlayerError(description: "\(folder): errno \(errno)") }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix("event") { return name }
    }
    throw PlayerError(description: "\(folder) has no node")
  }

  private func check(_ status: CInt) throws {
    guard status == 0 else { throw PlayerError(description: "the kernel refuses \(name): errno \(errno)") }
  }
}
