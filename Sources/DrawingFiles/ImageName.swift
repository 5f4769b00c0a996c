public import Drawings

extension ImageID {
  /// The name of an image file: the SHA-256 of its bytes.
  public init(of file: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    let text = SHA256.digest(of: file).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    self.init(rawValue: String(decoding: text, as: UTF8.self))
  }
}
