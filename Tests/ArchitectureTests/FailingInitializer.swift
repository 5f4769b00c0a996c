import Foundation

/// An initializer of a noncopyable type that throws, or returns `nil`, when fields of it are set.
///
/// Swift 6.2 destroys such fields twice: a descriptor is closed twice, an object freed twice. Initializers throw first
/// and assign after, or hand on what they made to one that does not fail (`self.init`).
///
/// It reads lines as swift-format leaves them, not types. A variable of type `T?` is set before the initializer begins;
/// one of `Optional<T>` is not.
struct FailingInitializer: Hashable, CustomStringConvertible {
  let line: Int
  let type: String

  var description: String { "line \(line): \(type)" }

  /// Those of a file.
  ///
  /// - Parameter types: the names of noncopyable types, which the file may extend.
  static func all(in text: String, types: Set<String>) -> [FailingInitializer] {
    let lines = text.components(separatedBy: "\n")
    return lines.indices.flatMap { index -> [FailingInitializer] in
      guard let name = typeName(lines[index]), types.contains(name) else { return [] }
      let body = TypeBody(lines, from: index)
      return body.initializers.filter { $0.leavesFieldsSet(of: body) }
        .map { FailingInitializer(line: $0.start + 1, type: name) }
    }
  }

  /// The names of the noncopyable types of a file.
  static func noncopyableTypes(in text: String) -> Set<String> {
    Set(
      text.components(separatedBy: "\n").compactMap { line in
        guard line.contains("~Copyable"), !line.contains("extension "), isNoncopyable(line) else { return nil }
        return typeName(line)
      })
  }

  private static func isNoncopyable(_ line: String) -> Bool {
    // What generic parameters are does not count.
    line.replacing(/<.*?>/, with: "").components(separatedBy: " where ")[0].contains(/:.*~Copyable/)
  }

  private static func typeName(_ line: String) -> String? {
    // Few lines are worth a regular expression.
    guard line.hasSuffix("{"), ["struct ", "enum ", "extension "].contains(where: line.contains) else { return nil }
    let declaration = /^ *(?:\w+(?:\(set\))? )*(?:struct|enum|extension) (?<name>[\w.]+).*\{$/
    return line.firstMatch(of: declaration)?.name.split(separator: ".").last.map(String.init)
  }
}

/// The lines of a type between its braces, and what they declare.
private struct TypeBody {
  private(set) var initializers: [InitializerBody] = []
  private(set) var fields: Set<String> = []
  /// Whether a field is set before any initializer begins.
  private(set) var hasDefaults = false

  init(_ lines: [String], from start: Int) {
    let indent = Self.indent(lines[start])
    let end = lines[start...].firstIndex { $0.hasPrefix(indent + "}") } ?? lines.endIndex
    for index in lines[..<end].indices.dropFirst(start + 1) where Self.indent(lines[index]) == indent + "  " {
      if lines[index].contains(/^ *(?:\w+ )*init[?(<]/) {
        initializers.append(InitializerBody(lines[..<end], from: index))
      } else {
        readField(lines[index])
      }
    }
  }

  static func indent(_ line: String) -> String { String(line.prefix { $0 == " " }) }

  private mutating func readField(_ line: String) {
    guard !line.contains(" static "), !line.hasSuffix("}"),
      let field = line.firstMatch(of: /^ *(?:@?\w+(?:\(set\))? )*(?:let|var) (?<name>\w+)(?<rest>.*)$/)
    else { return }
    let isComputed = line.hasSuffix("{") && !field.rest.contains(" = ")
    guard !isComputed else { return }
    fields.insert(String(field.name))
    // `T?` is nil from the beginning, `Optional<T>` is not.
    let isNil = line.contains(" var ") && field.rest.hasSuffix("?")
    hasDefaults = hasDefaults || isNil || field.rest.contains(" = ")
  }
}

/// The lines of an initializer.
private struct InitializerBody {
  let start: Int
  private let head: String
  private let statements: [String]

  init(_ lines: ArraySlice<String>, from start: Int) {
    self.start = start
    let indent = TypeBody.indent(lines[start])
    let isOneLine = lines[start].hasSuffix("}")
    let last = isOneLine ? start : lines[(start + 1)...].firstIndex { $0.hasPrefix(indent + "}") } ?? lines.endIndex - 1
    let opening = lines[start...last].firstIndex { $0.hasSuffix("{") } ?? start
    head = lines[start...opening].joined(separator: " ")
    statements =
      isOneLine
      ? [lines[start]]
      : Array(lines[opening...last].dropFirst())
        .map { $0.components(separatedBy: "//")[0] }
  }

  func leavesFieldsSet(of type: TypeBody) -> Bool {
    guard head.contains(/\bthrows\b/) || head.contains(/\binit\?/) else { return false }
    guard !statements.contains(where: { $0.contains("self.init(") }) else { return false }
    guard let failing = statements.lastIndex(where: { $0.contains(/\btry\b(?![?!])|\bthrow\b|\breturn nil\b/) }) else {
      return false
    }
    return type.hasDefaults || statements[..<failing].contains { assigns($0, to: type.fields) }
  }

  private func assigns(_ statement: String, to fields: Set<String>) -> Bool {
    guard let names = statement.firstMatch(of: #/^ *\(?(?<names>[\w., ]+)\)? = /#)?.names else { return false }
    return names.split(separator: ", ").contains { name in
      let field = name.hasPrefix("self.") ? String(name.dropFirst(5)) : String(name)
      return fields.contains(field) && (name.hasPrefix("self.") || !isLocal(field))
    }
  }

  private func isLocal(_ name: String) -> Bool {
    statements.contains {
      $0.contains("let \(name): ") || $0.contains("var \(name) = ") || $0.contains("let \(name) = ")
    }
  }
}
