import Foundation
import TestSupport
import Testing

/// `doctor`, on machines that are made of an environment.
struct DoctorCommandTests {
  private struct Check: Decodable {
    var name: String
    var neededBy: String
    var works: Bool
    var finding: String
    var fix: String?
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., with changes: [String: String?] = [:]) throws -> Programs.Outcome {
    var environment = ProcessInfo.processInfo.environment
    for (name, value) in changes { environment[name] = value }
    return try Programs.run(Touchreel.path, ["doctor"] + arguments, environment: environment)
  }

  private func check(_ name: String, with changes: [String: String?]) throws -> Check {
    let outcome = try run(name, "--json", with: changes)
    let check = try #require(try JSONDecoder().decode([Check].self, from: outcome.output).first)
    #expect(outcome.status == (check.works ? 0 : 1), "\(outcome)")
    return check
  }

  @Test func `Everything is reported, and what does not work has a fix`() throws {
    let outcome = try run("--json")
    let checks = try JSONDecoder().decode([Check].self, from: outcome.output)
    #expect(outcome.status == 0)
    let names = ["devices", "uinput", "udev", "ffmpeg", "fonts", "window", "display", "data", "sandbox"]
    #expect(checks.map(\.name) == names)
    #expect(checks.allSatisfy { ($0.fix == nil) == $0.works && !$0.neededBy.isEmpty })
    let lines = try run().text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.map { $0.prefix { $0 != " " } } == checks.map { $0.name[...] })
  }

  @Test func `A program is looked for on the search path`() throws {
    let missing = try check("ffmpeg", with: ["PATH": folder.url.path])
    #expect(!missing.works && missing.fix == "sudo apt install ffmpeg")
    let program = try folder.write("#!/bin/sh\nexec cat >/dev/null\n", to: "ffmpeg")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let found = try check("ffmpeg", with: ["PATH": "/nowhere:\(folder.url.path):/usr/bin:/bin"])
    #expect(found.works && found.finding == program)
  }

  /// One without x264, one whose libraries are missing, and a folder of its name.
  @Test(arguments: ["echo Unknown encoder >&2; exit 1", "echo libavcodec.so: cannot open >&2; exit 127", nil])
  func `An ffmpeg that makes no film does not work`(script: String?) throws {
    let path = folder.path("ffmpeg")
    if let script {
      try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    } else {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let check = try check("ffmpeg", with: ["PATH": folder.url.path])
    #expect(!check.works && check.fix == "sudo apt install ffmpeg", "\(check)")
  }

  @Test func `A display has to answer`() throws {
    let none = try check("display", with: ["WAYLAND_DISPLAY": nil, "DISPLAY": nil])
    #expect(!none.works && none.finding == "neither WAYLAND_DISPLAY nor DISPLAY is set")
    let silent = try check("display", with: ["WAYLAND_DISPLAY": nil, "DISPLAY": ":4711"])
    #expect(!silent.works && silent.finding == "the X server :4711 does not answer, or refuses")
    let runtime = folder.url.path
    let wayland: [String: String?] = ["WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": runtime, "DISPLAY": nil]
    #expect(try !check("display", with: wayland).works)
    let listener = try listening(at: "\(runtime)/wayland-7")
    defer { close(listener) }
    // Where it listens and says nothing, the window would wait for ever.
    let mute = try check("display", with: wayland)
    #expect(!mute.works && mute.finding == "the Wayland compositor wayland-7 does not answer, or refuses")
    let remote = try check("display", with: ["WAYLAND_DISPLAY": nil, "DISPLAY": "localhost:4711.0"])
    #expect(!remote.works && remote.finding == "the X server localhost:4711.0 does not answer, or refuses")
  }

  /// One that lets in who has the cookie.
  @Test(.enabled(if: Programs.installed("Xvfb") != nil, "Xvfb is not installed"))
  func `A display has to let the window in`() throws {
    // Xauthority: any kind of address, then an address, a display's number, a method and a cookie, with their lengths.
    let words = ["", "", "MIT-MAGIC-COOKIE-1", "sixteen bytes..."].map { Data($0.utf8) }
    let entry = words.reduce(Data([255, 255])) { $0 + Data([0, UInt8($1.count)]) + $1 }
    try folder.write(entry, to: "cookie")
    let server = try Server(["-auth", folder.path("cookie")])
    let refusing = try check("display", with: ["WAYLAND_DISPLAY": nil, "DISPLAY": server.name])
    #expect(!refusing.works)
    let open = try Server(["-ac"])
    let found = try check("display", with: ["WAYLAND_DISPLAY": nil, "DISPLAY": open.name])
    #expect(found.works && found.finding == "the X server \(open.name)")
  }

  @Test func `A display's name has a number`() throws {
    let check = try check("display", with: ["WAYLAND_DISPLAY": nil, "DISPLAY": "hello"])
    #expect(!check.works && check.finding == "the X server hello does not answer, or refuses")
  }

  /// A tarball has the window whether there is a GTK or not.
  @Test func `A window that does not start does not work`() throws {
    let program = folder.path("touchreel")
    try FileManager.default.copyItem(atPath: Touchreel.path, toPath: program)
    let window = try folder.write("#!/bin/sh\necho libgtk-4.so.1: cannot open >&2; exit 127\n", to: "touchreel-window")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: window)
    let outcome = try Programs.run(program, ["doctor", "window", "--json"])
    let check = try #require(try JSONDecoder().decode([Check].self, from: outcome.output).first)
    #expect(outcome.status == 1 && !check.works && check.finding.hasSuffix(": libgtk-4.so.1: cannot open"), "\(check)")
    #expect(check.fix?.contains("libgtk-4-1") == true)
  }

  @Test func `The folder of sessions is where the window makes it`() throws {
    let path = folder.path("data")
    let found = try check("data", with: ["XDG_DATA_HOME": path])
    #expect(found.works && found.finding == "\(path)/touchreel/sessions")
    #expect(!FileManager.default.fileExists(atPath: path))
    let homeless = try check("data", with: ["XDG_DATA_HOME": nil, "HOME": nil])
    #expect(!homeless.works && homeless.fix?.contains("HOME") == true)
    let inFile = try folder.write("", to: "file")
    #expect(try !check("data", with: ["XDG_DATA_HOME": inFile]).works)
    // There even root makes no folder, whatever the permissions are.
    #expect(try !check("data", with: ["XDG_DATA_HOME": "/proc"]).works)
  }

  @Test func `Libraries and fonts are looked for where they are used`() throws {
    let fonts = try check("fonts", with: [:])
    #expect(fonts.works, "\(fonts)")
    try folder.write("", to: "libcairo.so.2")
    let missing = try check("fonts", with: ["LD_LIBRARY_PATH": folder.url.path])
    #expect(!missing.works && missing.fix == "sudo apt install libcairo2")
    let configuration = try folder.write(#"<?xml version="1.0"?><fontconfig></fontconfig>"#, to: "fonts.conf")
    let none = try check("fonts", with: ["FONTCONFIG_FILE": configuration])
    #expect(!none.works && none.finding == "there are no fonts")
  }

  @Test func `A name that there is not is wrong usage`() throws {
    #expect(try run("devicez").status == 64)
  }

  /// An X server without a screen.
  private final class Server {
    let name: String
    private let process = Process()

    init(_ arguments: [String]) throws {
      let output = Pipe()
      process.executableURL = Programs.installed("Xvfb").map(URL.init(fileURLWithPath:))
      process.arguments = ["-displayfd", "1", "-nolisten", "tcp"] + arguments
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.runUnblocked()
      // It says its number when it listens.
      let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      name = ":\(try #require(Int(number.trimmingCharacters(in: .newlines)), "Xvfb does not start"))"
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }
  }

  private func listening(at path: String) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let bound = withUnsafePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(descriptor, 1) == 0 else { throw Failure(description: "cannot listen at \(path)") }
    return descriptor
  }
}
