import CTouchReelGtk
import Glibc
import SystemPackage

/// What a folder has of some kinds of files, the latest first, and the folders in it by their names.
struct FolderListing {
  /// More are not offered.
  private static let limit = 200

  private(set) var files: [FilePath] = []
  private(set) var folders: [FilePath] = []

  /// Lists what is not hidden; empty if the folder cannot be read.
  init(_ folder: FilePath, of kind: FileKind) {
    guard let listing = folder.withPlatformString({ g_dir_open($0, 0, nil) }) else { return }
    defer { g_dir_close(listing) }
    var dated: [(path: FilePath, time: (Int, Int))] = []
    while let name = g_dir_read_name(listing) {
      let path = folder.appending(FilePath(platformString: name).components)
      guard let status = Self.status(of: path), name[0] != CChar(UInt8(ascii: ".")) else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: folders.append(path)
      case S_IFREG where kind.matches(path): dated.append((path, (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)))
      default: continue
      }
    }
    files = dated.sorted { $0.time > $1.time }.prefix(Self.limit).map(\.path)
    folders = folders.sorted { $0.string < $1.string }.prefix(Self.limit).map { $0 }
  }

  private static func status(of path: FilePath) -> stat? {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 ? status : nil
  }
}

extension FileKind {
  /// Whether a file's name ends as one of the patterns says.
  func matches(_ path: FilePath) -> Bool {
    let name = path.fileName.lowercased()
    return pattern.split(separator: " ").contains { name.hasSuffix($0.drop { $0 == "*" }) }
  }
}

/// A folder that is offered by its name.
struct ListedFolder: Hashable {
  var name: String
  var path: FilePath

  /// Where people keep pictures and documents, as far as there are such folders, and the home folder.
  static var usual: [ListedFolder] {
    let special = [
      (translated("Pictures"), G_USER_DIRECTORY_PICTURES), (translated("Documents"), G_USER_DIRECTORY_DOCUMENTS),
    ]
    var folders = special.compactMap { name, folder in
      g_get_user_special_dir(folder).map { ListedFolder(name: name, path: FilePath(platformString: $0)) }
    }
    if let home = g_get_home_dir() {
      folders.append(ListedFolder(name: translated("Home"), path: FilePath(platformString: home)))
    }
    var seen: Set<FilePath> = []
    return folders.reversed().filter { $0.path.isFolder && seen.insert($0.path).inserted }.reversed()
  }
}
