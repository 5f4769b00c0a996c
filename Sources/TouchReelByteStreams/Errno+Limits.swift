package import SystemPackage

extension Errno {
  /// What is wrong; where a limit of this process is, which one, as shells call it.
  package var explained: String {
    switch self {
    case .fileTooLarge: "it is larger than a file may be here (ulimit -f)"
    case .tooManyOpenFiles: "more files are open than may be (ulimit -n)"
    default: "\(self)"
    }
  }

  /// What to do about a temporary file that could not be made or written.
  package var temporaryFileRemedy: String {
    switch self {
    case .fileTooLarge: "raise the size that files may have here (ulimit -f)"
    case .tooManyOpenFiles: "raise the number of files that may be open (ulimit -n)"
    default: "make room there or set TMPDIR"
    }
  }
}
