import ArgumentParser

/// A command that takes any number of files.
///
/// The parser goes through all files before each of them: 10,000 took it seconds. Here files that follow each other
/// reach it as one argument.
protocol ManyFilesCommand: ParsableCommand {
  /// The files that are read; `-` is standard input.
  var files: [String] { get }
}

extension ManyFilesCommand {
  /// What comes through a pipe is there once.
  func refuseSecondInput() throws(ValidationError) {
    guard files.count(where: { $0 == "-" }) > 1 else { return }
    throw ValidationError("Standard input (-) can be read once; save it to a file to name it twice.")
  }
}

/// Files that follow each other on the command line.
struct FileOperands: ExpressibleByArgument {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  init(argument: String) {
    names = argument.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
  }

  /// No argument of a program can contain it.
  private static let separator: Character = "\0"

  /// With files that follow each other as one argument each time.
  ///
  /// What comes next to an option stays by itself, as it may be its value: no option takes more than one. So does an
  /// empty argument, and whatever begins with a hyphen.
  static func joined(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    var run: [String] = []
    var isAfterOption = false
    func endRun() {
      if !run.isEmpty { joined.append(run.joined(separator: String(separator))) }
      run = []
    }
    for argument in arguments {
      if isAfterOption || argument.isEmpty || argument.hasPrefix("-") {
        endRun()
        joined.append(argument)
      } else {
        run.append(argument)
      }
      isAfterOption = argument.hasPrefix("-")
    }
    endRun()
    return joined
  }
}
