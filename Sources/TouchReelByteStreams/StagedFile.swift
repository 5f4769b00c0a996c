import Glibc
import SystemPackage

/// A file that is not finished: without a name, or under a random one in the same folder, until it gets its name
/// whole.
///
/// It stays in its folder even if that is renamed meanwhile, and is deleted with its owner, or with the process, unless
/// it got its name.
struct StagedFile: ~Copyable {
  /// How the file is kept until it is whole.
  enum Kind {
    /// `O_TMPFILE` of `open(2)`: the kernel frees it, however the process ends.
    case unnamed
    /// A random name, for file systems without it.
    case named
  }

  private let file: OwnedDescriptor
  private let folder: OwnedDescriptor
  /// Where it is to be, in its folder.
  private let target: FilePath.Component
  private var name: RegisteredName?
  /// The file that was replaced, as long as it may have to come back.
  private var former: RegisteredName?

  /// It closes with the file.
  var descriptor: FileDescriptor { FileDescriptor(rawValue: file.number) }

  /// - Parameter path: no symbolic link.
  init(beside path: FilePath, as kind: Kind = .unnamed) throws(Errno) {
    guard let last = path.lastComponent, last.kind == .regular else { throw .isDirectory }
    let parent = path.removingLastComponent()
    let folder = OwnedDescriptor(number: try openFolder(parent.isEmpty ? "." : parent))
    try refuseLongName(last, in: folder.number)
    let (number, name) = try Self.opened(in: folder.number, as: kind)
    self.init(OwnedDescriptor(number: number), in: folder, named: name, target: last)
  }

  // Nothing throws once a field is set: Swift 6.2 would close the folder twice.
  private init(
    _ file: consuming OwnedDescriptor, in folder: consuming OwnedDescriptor, named name: RegisteredName?,
    target: FilePath.Component
  ) {
    self.file = file
    self.folder = folder
    self.name = name
    self.target = target
    former = nil
  }

  // A failure to delete it cannot be reported any more.
  deinit {
    name?.remove()
    former?.remove()
  }

  /// Gives the file its name, if no other file has it.
  mutating func commit() throws(Errno) {
    try settle()
    if let name {
      try name.moveWithoutReplacing(to: target)
      self.name = nil
    } else {
      try call { target.withPlatformString { link(unnamed: file.number, to: $0, in: folder.number) } }
    }
  }

  /// Gives the file its name, and the mode and, if permitted, the owner of the file that had it.
  ///
  /// - Parameter keepsFormer: whether the file that had it can come back, where the file system has links.
  mutating func replace(keepsFormer: Bool = false) throws(Errno) {
    try settle()
    try copyAttributes()
    if name == nil { name = try linked() }
    guard let name else { return }
    if keepsFormer { former = formerLinked() }
    try call { target.withPlatformString { renameat(folder.number, name.text, folder.number, $0) } }
    name.forget()
    self.name = nil
  }

  /// Takes the name away again, or gives it back to the file that had it.
  ///
  /// - Parameter isNew: whether none had it.
  mutating func withdraw(isNew: Bool) {
    if let former {
      guard target.withPlatformString({ renameat(folder.number, former.text, folder.number, $0) }) == 0 else { return }
      former.forget()
      self.former = nil
    } else if isNew {
      _ = target.withPlatformString { unlinkat(folder.number, $0, 0) }
    }
  }

  private func formerLinked() -> RegisteredName? {
    let name = RegisteredName(in: folder.number)
    if target.withPlatformString({ linkat(folder.number, $0, folder.number, name.text, 0) }) == 0 { return name }
    name.forget()
    return nil
  }

  private func settle() throws(Errno) {
    guard !isSettled(file.number) else { return }
    throw Errno(rawValue: errno)
  }

  private func copyAttributes() throws(Errno) {
    var (old, new) = (stat(), stat())
    guard target.withPlatformString({ fstatat(folder.number, $0, &old, AT_SYMLINK_NOFOLLOW) }) == 0 else {
      if errno == ENOENT { return }
      throw Errno(rawValue: errno)
    }
    guard old.st_mode & S_IFMT == S_IFREG else { return }
    var mode = old.st_mode & 0o777
    if fchown(file.number, old.st_uid, old.st_gid) == 0 {
      mode = old.st_mode & 0o7777
    } else if fchown(file.number, uid_t.max, old.st_gid) != 0 {
      // What its group might do is not for another group, only what all might.
      mode &= 0o707 | (mode & 0o007) << 3
    }
    guard fchmod(file.number, mode) != 0 else { return }
    let failure = Errno(rawValue: errno)
    // A file system may have no modes of its own. What others could not read must not become readable, though.
    guard fstat(file.number, &new) == 0, new.st_mode & 0o777 & ~old.st_mode == 0 else { throw failure }
  }

  /// A link cannot replace a name, so it is made under another one first.
  private func linked() throws(Errno) -> RegisteredName {
    while true {
      let name = RegisteredName(in: folder.number)
      if link(unnamed: file.number, to: name.text, in: folder.number) == 0 { return name }
      let failure = Errno(rawValue: errno)
      name.forget()
      guard failure == .fileExists else { throw failure }
    }
  }

  private static func opened(in folder: CInt, as kind: Kind) throws(Errno) -> (CInt, RegisteredName?) {
    if kind == .unnamed, access("/proc/self/fd/\(folder)", F_OK) == 0 {
      do throws(Errno) {
        return (try call { openat(folder, ".", O_RDWR | unnamedFileFlag | O_CLOEXEC, newFileMode) }, nil)
      } catch {
        guard lacksUnnamedFiles(error) else { throw error }
      }
    }
    while true {
      let name = RegisteredName(in: folder)
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      do throws(Errno) {
        return (try call { openat(folder, name.text, flags, newFileMode) }, name)
      } catch {
        name.forget()
        guard error == .fileExists else { throw error }
      }
    }
  }
}

/// A random name of a file that is not whole yet: a signal that ends the program removes it.
struct RegisteredName {
  let text: String
  private let folder: CInt
  private let slot: Int?

  init(in folder: CInt) {
    self.folder = folder
    text = ".touchreel-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".part"
    slot = UnfinishedFiles.register(text, in: folder)
  }

  func forget() { UnfinishedFiles.forget(slot) }

  func remove() {
    _ = unlinkat(folder, text, 0)
    forget()
  }

  /// Gives the file another name, if no other file has it.
  func moveWithoutReplacing(to target: FilePath.Component) throws(Errno) {
    let (from, folder) = (text, folder)
    do throws(Errno) {
      try call { target.withPlatformString { linkat(folder, from, folder, $0, 0) } }
      remove()
    } catch {
      // FAT and its kind have no links: a look before the renaming is all there is.
      guard error == .notPermitted || error == .notSupported else { throw error }
      guard target.withPlatformString({ faccessat(folder, $0, F_OK, AT_SYMLINK_NOFOLLOW) }) != 0 else {
        throw .fileExists
      }
      try call { target.withPlatformString { renameat(folder, from, folder, $0) } }
      forget()
    }
  }
}

/// Gives a file that has no name one, as `linkat(2)` does.
///
/// Linux before 6.10 lets only root name a file by its descriptor alone; by way of `/proc`, which takes longer,
/// anyone may.
func link(unnamed file: CInt, to name: UnsafePointer<CChar>, in folder: CInt) -> CInt {
  if linkat(file, "", folder, name, emptyPathFlag) == 0 { return 0 }
  guard errno == ENOENT || errno == EPERM || errno == EINVAL else { return -1 }
  return linkat(AT_FDCWD, "/proc/self/fd/\(file)", folder, name, AT_SYMLINK_FOLLOW)
}

/// Whether all writes came through: some file systems report that only when a descriptor is closed. If not, `errno`
/// says why.
func isSettled(_ file: CInt) -> Bool {
  let copy = dup(file)
  return copy >= 0 && close(copy) == 0 || errno == EINTR
}

/// Read and write for all, less the user's umask.
let newFileMode: mode_t = 0o666

/// O_TMPFILE of `open(2)`.
let unnamedFileFlag: CInt = 0o20_200_000

/// AT_EMPTY_PATH of `linkat(2)`.
private let emptyPathFlag: CInt = 0x1000

/// O_PATH of `open(2)`: a folder need not be readable to write in it.
package let pathOnlyFlag: CInt = 0o10_000_000

/// Whether a file system refused O_TMPFILE because it, or its kernel, does not have it.
func lacksUnnamedFiles(_ failure: Errno) -> Bool {
  [.notSupported, .isDirectory, .invalidArgument].contains(failure)
}

/// Reports a name that is too long before the work, not after it.
private func refuseLongName(_ name: FilePath.Component, in folder: CInt) throws(Errno) {
  let found = name.withPlatformString { faccessat(folder, $0, F_OK, AT_SYMLINK_NOFOLLOW) }
  if found != 0 && errno == ENAMETOOLONG { throw .fileNameTooLong }
}

func openFolder(_ path: FilePath) throws(Errno) -> CInt {
  try call { path.withPlatformString { open($0, pathOnlyFlag | O_DIRECTORY | O_CLOEXEC) } }
}

/// Makes a system call, again if a signal interrupts it.
///
/// - Returns: what it returns.
@discardableResult
func call(_ body: () -> CInt) throws(Errno) -> CInt {
  while true {
    let result = body()
    if result >= 0 { return result }
    guard errno == EINTR else { throw Errno(rawValue: errno) }
  }
}
