import Foundation
import TestSupport

/// The README of a module: a heading, what the module is for, and a list whose items begin with a name in bold.
struct ModulePage {
  let lineCount: Int
  /// The types that a reader begins with.
  let entryTypes: Set<String>
  /// The modules of the toolchain and of the C library that the module may import.
  let systemModules: Set<String>

  init(of module: String) throws { self.init(try Checkout.text("Sources/\(module)/README.md")) }

  init(_ text: String) {
    lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    entryTypes = Self.quoted(in: "Begin with", of: text)
    systemModules = Self.quoted(in: "From the system:", of: text)
  }

  /// The capitalised names in backquotes of one item.
  private static func quoted(in item: String, of text: String) -> Set<String> {
    let start = text.components(separatedBy: "- **\(item)**").dropFirst().first ?? ""
    let content = start.components(separatedBy: "\n- ")[0]
    return Set(content.matches(of: /`(?<name>[A-Z]\w*)`/).map { String($0.name) })
  }
}
