import Glibc
import SystemPackage
import Testing
import TouchReelByteStreams

@testable import TouchReelEvdevDevices

/// What a process may do once it has entered a sandbox, in processes of their own, since there is no way out.
struct SandboxTests {
  private static let hasLandlock = Sandbox.support.landlock != nil

  /// 0, or the number of the error.
  private static func failure(opening path: String, _ flags: Int32 = O_RDONLY) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  private static func failure(makingSocketOf family: Int32) -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return errno }
    close(descriptor)
    return 0
  }

  @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
  func `Only what a rule names can be opened, and for what it says`() async {
    await #expect(processExitsWith: .success) {
      var sandbox = Sandbox()
      sandbox.allow(.readFile, of: "/etc/passwd")
      sandbox.allow(.readFile, below: "/usr/lib")
      // Neither allows anything: a folder is no file, and there is none of this name.
      sandbox.allow(.readFile, of: "/usr/share")
      sandbox.allow(.readFile, below: "/nowhere")
      sandbox.enter()
      #expect(Self.failure(opening: "/etc/passwd") == 0)
      #expect(Self.failure(opening: "/usr/lib/os-release") == 0)
      #expect(Self.failure(opening: "/proc/self/task", O_DIRECTORY) == 0)
      #expect(Self.failure(opening: "/proc/1/task", O_DIRECTORY) == EACCES)
      #expect(Self.failure(opening: "/etc/passwd", O_WRONLY) == EACCES)
      #expect(Self.failure(opening: "/usr/lib", O_DIRECTORY) == EACCES)
      #expect(Self.failure(opening: "/etc/group") == EACCES)
      #expect(Self.failure(opening: "/usr/share/common-licenses/GPL-3") == EACCES)
      #expect(Self.failure(opening: "/tmp/touchreel-sandbox", O_WRONLY | O_CREAT) == EACCES)
      #expect(Self.failure(opening: "/nowhere") == ENOENT)
      exit(0)
    }
  }

  @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
  func `Where only changes are refused, everything can be read`() async {
    await #expect(processExitsWith: .success) {
      var sandbox = Sandbox(refusing: .changing)
      sandbox.allow(.writeFile, of: "/dev/null")
      sandbox.enter()
      #expect(Self.failure(opening: "/etc/group") == 0)
      #expect(Self.failure(opening: "/dev/null", O_WRONLY) == 0)
      #expect(Self.failure(opening: "/dev/zero", O_WRONLY) == EACCES)
      #expect(unlink("/etc/group") != 0 && errno == EACCES)
      #expect(mkdir("/tmp/touchreel-sandbox", 0o700) != 0 && errno == EACCES)
      exit(0)
    }
  }

  @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
  func `A file that is open stays so, and can be cut`() async {
    await #expect(processExitsWith: .success) {
      let file = try unlinkedTemporaryFile(in: "/tmp")
      Sandbox().enter()
      #expect(try file.writeAll([1, 2, 3]) == 3)
      #expect(ftruncate(file.rawValue, 1) == 0)
      exit(0)
    }
  }

  @Test(.enabled(if: Sandbox.support.filtersCalls, "this kernel has no seccomp"))
  func `No thread can make a socket`() async {
    await #expect(processExitsWith: .success) {
      let start = Monitor(false)
      let failures = Monitor<[Int32]>([])
      let sockets: @Sendable () -> Void = {
        _ = start.wait { $0 ? true : nil }
        for family in [AF_INET, AF_INET6, AF_UNIX] {
          let failure = Self.failure(makingSocketOf: family)
          failures.change { $0.append(failure) }
        }
      }
      let before = try WorkerThread(sockets)
      Sandbox().enter()
      start.change { $0 = true }
      let after = try WorkerThread(sockets)
      before.join()
      after.join()
      sockets()
      // Three threads, three families.
      #expect(failures.change { $0 } == [Int32](repeating: EPERM, count: 9))
      exit(0)
    }
  }

  @Test(.enabled(if: hasLandlock, "this kernel has no Landlock"))
  func `Threads that start in a sandbox are in it`() async {
    await #expect(processExitsWith: .success) {
      Sandbox().enter()
      let failure = Monitor<Int32>(0)
      try WorkerThread { failure.change { $0 = Self.failure(opening: "/etc/group") } }.join()
      #expect(failure.change { $0 } == EACCES)
      exit(0)
    }
  }
}
