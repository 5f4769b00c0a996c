import Foundation
import TestSupport
import Testing

/// The sources build with Swift 6.2 as well, which destroys the fields of noncopyable types twice where an initializer
/// fails after it set them.
struct InitializerTests {
  @Test(.slow) func `Initializers of noncopyable types set no field before they fail`() throws {
    let folder = Checkout.url("Sources")
    let paths = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    let texts = try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path, try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
    }
    let types = texts.reduce(into: Set<String>()) { $0.formUnion(FailingInitializer.noncopyableTypes(in: $1.1)) }
    #expect(types.count > 30)
    let found = texts.flatMap { path, text in
      FailingInitializer.all(in: text, types: types).map { "\(path), \($0)" }
    }
    #expect(found.isEmpty, "throw first and assign after, or delegate:\n\(found.joined(separator: "\n"))")
  }

  private static let failing = [
    "  init() throws {\n    a = one()\n    b = try two()\n  }",
    "  init?(_ x: Int) {\n    self.a = x\n    guard x > 0 else { return nil }\n    b = x\n  }",
    "  private init(\n    _ x: Int\n  ) throws(Errno) {\n    (self.a, self.b) = (1, 2)\n    if x < 0 { throw .badAddress }\n  }",
    "  var c = one()\n  init() throws { (a, b) = try both() }",
    "  var c: Box?\n  init() throws {\n    a = try one()\n    b = 2\n  }",
  ]

  @Test(arguments: failing)
  func `One that fails after a field is set is found`(code: String) {
    #expect(Self.found(code) == 1)
    #expect(Self.found(code, head: "struct A<B: ~Copyable>: ~Copyable {") == 1)
    #expect(Self.found(code, head: "struct A<B: ~Copyable> {") == 0)
  }

  @Test(arguments: [
    "  init() throws {\n    let b = try two()\n    a = one()\n    self.b = b\n  }",
    "  init() throws {\n    let a = try one()\n    b = try two()\n    self.a = a\n  }",
    "  init() throws { self.init(try one(), try two()) }\n\n  init(_ a: Int, _ b: Int) {\n    self.a = a\n    self.b = b\n  }",
    "  var c: Optional<Box>\n  init() throws {\n    a = try one()\n    (b, c) = (2, nil)\n  }",
    "  static let c = 1\n  var d: Int { 1 }\n  init() throws {\n    a = try one()\n    b = 2\n  }",
    "  init() {\n    a = one()\n    b = (try? two()) ?? 0\n  }",
  ])
  func `One that fails first, or delegates, is not found`(code: String) { #expect(Self.found(code) == 0) }

  private static func found(_ code: String, head: String = "struct A: ~Copyable {") -> Int {
    let text = "\(head)\n  let a: Int\n  private var b: Int\n\(code)\n}\n"
    return FailingInitializer.all(in: text, types: FailingInitializer.noncopyableTypes(in: text)).count
  }
}
