import ArgumentParser
import FoundationEssentials

extension CompletionKind {
  /// Words, or files with one of these suffixes: shells complete only one or the other by themselves.
  static func words(_ words: [String], orFilesWith suffixes: [String]) -> CompletionKind {
    .custom { _, _, prefix in
      words.filter { $0.hasPrefix(prefix) } + files(beginning: prefix, suffixes).sorted()
    }
  }

  /// Files with one of the suffixes, and folders.
  private static func files(beginning prefix: String, _ suffixes: [String]) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let start = prefix.dropFirst(folder.count)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.compactMap { name in
      // Hidden ones only if they are asked for.
      guard name.hasPrefix(start), !name.hasPrefix(".") || !start.isEmpty else { return nil }
      var isFolder = false
      _ = FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      if isFolder { return "\(folder)\(name)/" }
      return suffixes.contains { name.lowercased().hasSuffix(".\($0)") } ? folder + name : nil
    }
  }
}
