import CTouchReelGtk
import SystemPackage

/// Paths as GLib has them: bytes, which need not be UTF-8.
extension FilePath {
  /// The path of a GIO file; `nil` if it is not in the file system.
  init?(_ file: OpaquePointer) { self.init(owned: g_file_get_path(file)) }

  /// `nil` if it names nothing in the file system.
  init?(uri: String) { self.init(owned: g_filename_from_uri(uri, nil, nil)) }

  private init?(owned path: UnsafeMutablePointer<CChar>?) {
    guard let path else { return nil }
    self.init(platformString: path)
    g_free(path)
  }

  /// The URI of the absolute path; `nil` if there is none.
  var uri: String? {
    guard let uri = absolute.withPlatformString({ g_filename_to_uri($0, nil, nil) }) else { return nil }
    defer { g_free(uri) }
    return String(cString: uri)
  }

  var exists: Bool { test(G_FILE_TEST_EXISTS) }
  var isFolder: Bool { test(G_FILE_TEST_IS_DIR) }
  /// Rather than a folder, a pipe or a device.
  var isRegularFile: Bool { test(G_FILE_TEST_IS_REGULAR) }

  private func test(_ test: GFileTest) -> Bool { withPlatformString { g_file_test($0, test) } != 0 }

  /// The path relative to the current folder as an absolute one.
  var absolute: FilePath {
    guard !isAbsolute, let folder = g_get_current_dir() else { return self }
    defer { g_free(folder) }
    return FilePath(platformString: folder).appending(components)
  }

  /// The last component, for display.
  nonisolated var fileName: String { lastComponent?.string ?? string }
}
