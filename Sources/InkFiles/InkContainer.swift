/// What a file of ink is packed in.
package enum InkContainer {
  /// The text in a file, which may be packed; `nil` if its packing is damaged or the text is longer than a limit.
  package static func content(of bytes: [UInt8], limit: Int) -> [UInt8]? {
    Gzip.begins(bytes) ? Gzip.unpacked(bytes, limit: limit) : bytes
  }
}
