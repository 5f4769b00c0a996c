/// A PDF to write on, as other programs make them: each page has its number as text of Helvetica, and a square of its
/// own colour, 100 points wide, whose lower left corner is 50 points from those of the page.
public enum TestPaper {
  /// - Parameters:
  ///   - pages: how many.
  ///   - size: of each in points.
  public static func pdf(pages: Int, width: Int = 400, height: Int = 300) -> [UInt8] {
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[\((0..<pages).map { "\(4 + 2 * $0) 0 R" }.joined(separator: " "))]/Count \(pages)>>",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for page in 0..<pages {
      let content = "\(color(ofPage: page)) rg 50 50 100 100 re f 0 g BT /F1 24 Tf 200 200 Td (Page \(page + 1)) Tj ET"
      objects.append(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(width) \(height)]/Resources<</Font<</F1 3 0 R>>>>/Contents \(5 + 2 * page) 0 R>>"
      )
      objects.append("<</Length \(content.utf8.count)>>stream\n\(content)\nendstream")
    }
    return file(objects)
  }

  /// A page of forty forms, each of which draws the next one twice.
  public static let endless: [UInt8] = {
    let forms = (0..<40).map { level in
      let draws = level < 39 ? "/F Do /F Do" : "0 0 1 1 re f"
      let next = level < 39 ? "/Resources<</XObject<</F \(5 + level) 0 R>>>>" : ""
      return
        "<</Type/XObject/Subtype/Form/BBox[0 0 400 300]\(next)/Length \(draws.utf8.count)>>stream\n\(draws)\nendstream"
    }
    return file(
      [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Resources<</XObject<</F 4 0 R>>>>/Contents 44 0 R>>",
      ] + forms + ["<</Length 5>>stream\n/F Do\nendstream"])
  }()

  /// The colour of the square: red, green, blue, and so on.
  private static func color(ofPage page: Int) -> String { ["1 0 0", "0 1 0", "0 0 1"][page % 3] }

  private static func file(_ objects: [String]) -> [UInt8] {
    var text = "%PDF-1.4\n"
    var table = "0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(text.utf8.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let count = objects.count + 1
    let start = text.utf8.count
    return Array(
      "\(text)xref\n0 \(count)\n\(table)trailer\n<</Size \(count)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n".utf8)
  }
}
