import ArgumentParser
import FoundationEssentials

extension CompletionKind {
  /// Words, or files with one of these suffixes: shells complete only one or the other by themselves.
  static func words(_ words: [String], orFilesWith suffixes: [String]) -> CompletionKind {
    .custom { _, _, prefix in
      let found = words.filter { $0.hasPrefix(prefix) } + files(beginning: prefix, suffixes).sorted()
      return CompletionShell.requesting == .bash ? found.map(\.quotedForShell) : found
    }
  }

  /// Files with one of the suffixes, and folders.
  private static func files(beginning prefix: String, _ suffixes: [String]) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let start = prefix.dropFirst(folder.count)
    // The shell hands it on as it is typed.
    let home = ProcessInfo.processInfo.environment["HOME", default: ""]
    let path = folder.hasPrefix("~/") ? home + folder.dropFirst() : folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path.isEmpty ? "." : path)) ?? []
    // Bash puts it there itself.
    let mark = CompletionShell.requesting == .bash ? "" : "/"
    return names.compactMap { name in
      // Hidden ones only if they are asked for.
      guard name.hasPrefix(start), !name.hasPrefix(".") || !start.isEmpty else { return nil }
      var isFolder = false
      _ = FileManager.default.fileExists(atPath: path + name, isDirectory: &isFolder)
      if isFolder { return folder + name + mark }
      return suffixes.contains { name.lowercased().hasSuffix(".\($0)") } ? folder + name : nil
    }
  }
}

extension String {
  /// With a backslash before all that a shell might read as more than a letter. Bash reads a list of words as it does a
  /// command: `~` would become a folder, and `$(…)` in a file's name would be run.
  fileprivate var quotedForShell: String {
    String(flatMap { $0.isLetter || $0.isNumber || "/._-".contains($0) ? [$0] : ["\\", $0] })
  }
}
