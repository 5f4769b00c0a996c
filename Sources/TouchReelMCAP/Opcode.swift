/// The first byte of every record, which says what the record is.
///
/// Codes that this module does not know are skipped by their length, as the format asks.
package struct Opcode: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable package static var header: Opcode { Opcode(rawValue: 0x01) }
  @inlinable package static var footer: Opcode { Opcode(rawValue: 0x02) }
  @inlinable package static var schema: Opcode { Opcode(rawValue: 0x03) }
  @inlinable package static var channel: Opcode { Opcode(rawValue: 0x04) }
  @inlinable package static var message: Opcode { Opcode(rawValue: 0x05) }
  @inlinable package static var chunk: Opcode { Opcode(rawValue: 0x06) }
  @inlinable package static var messageIndex: Opcode { Opcode(rawValue: 0x07) }
  @inlinable package static var chunkIndex: Opcode { Opcode(rawValue: 0x08) }
  @inlinable package static var attachment: Opcode { Opcode(rawValue: 0x09) }
  @inlinable package static var attachmentIndex: Opcode { Opcode(rawValue: 0x0a) }
  @inlinable package static var statistics: Opcode { Opcode(rawValue: 0x0b) }
  @inlinable package static var metadata: Opcode { Opcode(rawValue: 0x0c) }
  @inlinable package static var metadataIndex: Opcode { Opcode(rawValue: 0x0d) }
  @inlinable package static var summaryOffset: Opcode { Opcode(rawValue: 0x0e) }
  @inlinable package static var dataEnd: Opcode { Opcode(rawValue: 0x0f) }

  /// Whether version 0 of the format names this code.
  var isKnown: Bool { rawValue >= 0x01 && rawValue <= 0x0f }
}

extension Opcode: CustomStringConvertible {
  private static let names = [
    "header", "footer", "schema", "channel", "message", "chunk", "message index", "chunk index", "attachment",
    "attachment index", "statistics", "metadata", "metadata index", "summary offset", "data end",
  ]

  package var description: String {
    isKnown ? Self.names[Int(rawValue) - 1] : "record of unknown kind \(rawValue)"
  }
}

/// The fixed sizes and bytes of the format.
enum Format {
  /// The first and the last eight bytes of a file: `89 M C A P 30 0D 0A`, where 30 is the version.
  static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]
  /// Opcode and length of a record.
  static let recordHeaderSize = 9
  /// Channel, sequence and both times of a message.
  static let messageHeaderSize = 22
  static let footerSize = 20
  /// The fields of a chunk without the name of the compression and the records.
  static let chunkHeaderSize = 40
}
