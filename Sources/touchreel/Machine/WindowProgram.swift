import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelWindowArguments

/// The separate program with the windows, so that `touchreel` itself does not need GTK.
enum WindowProgram {
  /// Replaces this process by that program, passing on all arguments.
  static func start() throws -> Never {
    let program = path
    let words = OldSpellings(ArgumentBytes.arguments).arguments
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup(ArgumentBytes.bytes(of: $0)) }
    arguments = [strdup(program.string)] + arguments + [nil]
    execv(program.string, arguments)
    let reason = errno == ENOENT ? "is missing" : "cannot be started (\(Errno(rawValue: errno)))"
    throw Failure(message: "\(program): the window program \(reason); to get it: \(installation)")
  }

  /// Where it has to be: beside this program.
  static var path: FilePath { ThisProgram.folder.appending("touchreel-window") }

  /// How to get it, which depends on how this program came here.
  static var installation: String {
    ThisProgram.folder.starts(with: "/usr/bin")
      ? Distribution.current.installation(of: "touchreel-window")
      : """
      '\(Distribution.current.installation(of: "libgtk-4-dev", "librsvg2-common"))', then \
      'swift build -c release --static-swift-stdlib --product touchreel-window'
      """
  }

  /// What is missing if it is there and does not start.
  static var libraries: String {
    "GTK 4.8 or newer, with librsvg: \(Distribution.current.installation(of: "libgtk-4-1", "librsvg2-common"))"
  }
}
