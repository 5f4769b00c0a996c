import FoundationEssentials
import TouchReelTouchTracking

/// The points of one element of a file, which are read beside the decoder: it takes ten times their room.
///
/// A number stands for each of their arrays in the text that the decoder gets, and leads to what was read of it.
final class NumberArrays: Sendable {
  enum Content: Sendable {
    case points([BoardPoint])
    case numbers([Double])
    case runs([[Double]])
    case segments([DrawsanaSegment])
  }

  let contents: [Content]

  init(_ contents: [Content]) { self.contents = contents }

  private static let key = CodingUserInfoKey(rawValue: "numbers")

  func add(to decoder: JSONDecoder) {
    if let key = Self.key { decoder.userInfo[key] = self }
  }

  /// What the number that the decoder is at stands for; `nil` if it is another value.
  static func content(for decoder: any Decoder) -> Content? {
    guard let arrays = key.flatMap({ decoder.userInfo[$0] as? NumberArrays }),
      let number = try? decoder.singleValueContainer().decode(Int.self), arrays.contents.indices.contains(number)
    else { return nil }
    return arrays.contents[number]
  }
}
