import Glibc

/// The compositor or X server that the environment names.
enum DisplayServer {
  /// Somebody listens there, or may.
  case found(String)
  case refused(String)
  case none

  static func find(_ environment: [String: String]) -> DisplayServer {
    if let name = environment["WAYLAND_DISPLAY"], !name.isEmpty {
      let path = name.hasPrefix("/") ? name : "\(environment["XDG_RUNTIME_DIR", default: ""])/\(name)"
      let server = "the Wayland compositor \(name)"
      if isListening(path) { return .found(server) }
      if environment["DISPLAY", default: ""].isEmpty { return .refused(server) }
    }
    guard let name = environment["DISPLAY"], !name.isEmpty else { return .none }
    let server = "the X server \(name)"
    guard name.contains(":") else { return .refused(server) }
    // HOST:0 is another machine, or a tunnel to one; who connects will see.
    guard name.hasPrefix(":") else { return .found(server) }
    let socket = "/tmp/.X11-unix/X\(name.dropFirst().prefix { $0 != "." })"
    return isListening("\0" + socket) || isListening(socket) ? .found(server) : .refused(server)
  }

  /// Whether a program listens at a Unix socket. A name that begins with a zero is in Linux's abstract namespace.
  private static func isListening(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    let space = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < space else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count + (path.hasPrefix("\0") ? 0 : 1))
    return withUnsafePointer(to: &address) { index in
      index.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    } == 0
  }
}
