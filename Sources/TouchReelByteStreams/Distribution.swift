import Glibc

/// A distribution of Linux, as far as installing packages goes: what derives from one of these has its packages.
package enum Distribution: Sendable {
  case debian, fedora, arch, openSUSE, alpine
  case other

  /// The one that runs.
  package static let current = Distribution(osRelease: release() ?? "")

  /// - Parameter text: of `/etc/os-release`, as os-release(5) has it.
  package init(osRelease text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    func words(of variable: String) -> [Substring] {
      guard let line = lines.last(where: { $0.hasPrefix(variable + "=") }) else { return [] }
      return line.dropFirst(variable.count + 1).split { $0 == " " || $0 == "\"" || $0 == "'" }
    }
    // What it derives from comes closest first.
    self = (words(of: "ID") + words(of: "ID_LIKE")).lazy.compactMap(Self.init(id:)).first ?? .other
  }

  private init?(id: Substring) {
    switch id {
    case "debian", "ubuntu": self = .debian
    case "fedora", "rhel", "centos": self = .fedora
    case "arch", "archlinux", "archarm": self = .arch
    case "alpine", "postmarketos": self = .alpine
    case "suse", "opensuse": self = .openSUSE
    case let id where id.hasPrefix("opensuse-"): self = .openSUSE
    default: return nil
    }
  }

  /// The command that installs packages, or "install" and what to look for where the package manager is not known.
  ///
  /// - Parameter packages: by Debian's names.
  package func installation(of packages: String...) -> String {
    ([command] + packages.map(name(of:))).joined(separator: " ")
  }

  private var command: String {
    switch self {
    case .debian: "sudo apt install"
    case .fedora: "sudo dnf install"
    case .arch: "sudo pacman -S"
    case .openSUSE: "sudo zypper install"
    // It comes without sudo.
    case .alpine: "doas apk add"
    case .other: "install"
    }
  }

  private func name(of package: String) -> String {
    guard self != .debian, let names = Self.names[package] else { return package }
    return switch self {
    case .fedora: names.fedora
    case .arch: names.arch
    case .openSUSE: names.openSUSE
    case .alpine: names.alpine
    case .debian, .other: names.upstream
    }
  }

  private typealias Names = (fedora: String, arch: String, openSUSE: String, alpine: String, upstream: String)

  /// Packages whose names differ, by Debian's.
  private static let names: [String: Names] = [
    "ffmpeg": ("ffmpeg-free", "ffmpeg", "ffmpeg", "ffmpeg", "ffmpeg"),
    "fonts-dejavu-core": ("dejavu-sans-fonts", "ttf-dejavu", "dejavu-fonts", "font-dejavu", "dejavu-fonts"),
    "libcairo2": ("cairo", "cairo", "libcairo2", "cairo", "cairo"),
    "libfontconfig1": ("fontconfig", "fontconfig", "libfontconfig1", "fontconfig", "fontconfig"),
    "libgtk-4-1": ("gtk4", "gtk4", "libgtk-4-1", "gtk4.0", "gtk4"),
    "libgtk-4-dev": ("gtk4-devel", "gtk4", "gtk4-devel", "gtk4.0-dev", "gtk4"),
    "libpangocairo-1.0-0": ("pango", "pango", "libpango-1_0-0", "pango", "pango"),
    "librsvg2-common": ("librsvg2", "librsvg", "gdk-pixbuf-loader-rsvg", "librsvg", "librsvg"),
  ]

  private static func release() -> String? {
    for path in ["/etc/os-release", "/usr/lib/os-release"] {
      guard let file = fopen(path, "re") else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = fread(&bytes, 1, bytes.count, file)
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return nil
  }
}
