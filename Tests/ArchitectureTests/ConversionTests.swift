import Foundation
import TestSupport
import Testing

/// No number of a file ends the program: integers are made of them by `init(clamping:)` of `TouchReelClampedNumbers`.
struct ConversionTests {
  @Test func `No conversion to an integer may trap`() throws {
    let folder = Checkout.url("Sources")
    let paths = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    let found = try paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("TouchReelClampedNumbers/") }.sorted()
      .flatMap {
        path in
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        return NumberConversion.all(in: text).map { "\(path), \($0)" }
      }
    #expect(found.isEmpty, "use init(clamping:), or say why not after // No trap:\n\(found.joined(separator: "\n"))")
  }

  @Test(arguments: [
    "let a = Int(x.rounded())", "let a = UInt8(floor(x))", "init(_ x: Double) { n = Int(x) }",
    "init(_ x: Float) { n = UInt32(min(\n  x, 9)) }", "let a = Int64(time.seconds * 1000)", "let a = CInt(x * 0.5)",
    "let part = Double(a) / 2\nlet b = Int(part)", "var width: Double { 1 }\nvar whole: Int { Int(width) }",
    #"let text = "\(Int(rate.rounded())) Hz""#,
  ])
  func `A conversion of floating point is found`(code: String) {
    #expect(NumberConversion.all(in: code).count == 1)
  }

  @Test(arguments: [
    "let a = Int(clamping: x.rounded())", "let a = Int(exactly: x.rounded())", "let a = Int(event.value)",
    "let a = Int(x.rounded())  // No trap: x is a byte", "// No trap: x is a byte\nlet a = Int(x.rounded())",
    "// Int(x.rounded())", "var width: Double { 1 }\nlet a = Int(size.width)", "let a = Int32(bitPattern: word)",
  ])
  func `A conversion that cannot trap, or says why, is not found`(code: String) {
    #expect(NumberConversion.all(in: code).isEmpty)
  }
}
