import TouchReelCanvas
import TouchReelClampedNumbers

/// The versions of PDF, by what a file needs. LaTeX warns of files of a later one than its own output.
enum PDFVersion: Int, Sendable {
  /// Translucent ink.
  case transparency = 4
  /// Layers.
  case layers = 5
  /// Pages longer than 14,400 points.
  case userUnits = 6
}

/// The objects of a PDF, each a dictionary or a stream, numbered from 1.
struct PDFObjects: Sendable {
  private var objects: [[UInt8]] = []

  /// - Returns: its number.
  mutating func add(_ object: [UInt8]) -> Int {
    objects.append(object)
    return objects.count
  }

  mutating func add(_ dictionary: String) -> Int { add(Array("<<\(dictionary)>>".utf8)) }

  /// - Parameters:
  ///   - dictionary: the entries of the stream's besides length and filter.
  ///   - data: is deflated.
  mutating func addStream(_ dictionary: String, _ data: [UInt8]) -> Int {
    let deflated = data.deflated
    let head = "<<\(dictionary)/Length \(deflated.count)/Filter/FlateDecode>>stream\n"
    return add(Array(head.utf8) + deflated + Array("\nendstream".utf8))
  }

  /// Reserves a number for an object that names others which name it.
  mutating func reserve() -> Int { add([UInt8]()) }

  mutating func set(_ number: Int, _ dictionary: String) { objects[number - 1] = Array("<<\(dictionary)>>".utf8) }

  mutating func set(_ number: Int, _ object: [UInt8]) { objects[number - 1] = object }

  /// Writes header, objects, and the table of where they are.
  func write<Failure: Error>(
    root: Int, as version: PDFVersion, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    // Bytes above 127 in a comment say that the file is binary.
    let header = Array("%PDF-1.\(version.rawValue)\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
    try write(header)
    var offset = header.count
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let whole = Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
      let digits = String(offset)
      table += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
      try write(whole)
      offset += whole.count
    }
    let trailer = "trailer\n<</Size \(objects.count + 1)/Root \(root) 0 R>>\nstartxref\n\(offset)\n%%EOF\n"
    try write(Array((table + trailer).utf8))
  }
}

extension Double {
  /// The number with at most five decimals, and no exponent, which PDF does not know.
  var inPDF: String {
    let scaled = (self * 100_000).rounded()
    guard scaled.magnitude < 1e15 else { return "0" }
    let (whole, rest) = Int(clamping: scaled.magnitude).quotientAndRemainder(dividingBy: 100_000)
    let digits = String(rest + 100_000).dropFirst()
    return (scaled < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(digits)")
  }
}

extension String {
  /// A text string, in UTF-16 with a mark of its order, in hexadecimal.
  var inPDF: String {
    let digits = utf16.map { unit in
      let text = String(unit, radix: 16)
      return String(repeating: "0", count: 4 - text.count) + text
    }
    return "<feff\(digits.joined())>"
  }
}

extension PixelColor {
  /// Three components and a space.
  var inPDF: String {
    [red, green, blue].map { (Double($0) / 255).inPDF + " " }.joined()
  }
}
