import FoundationEssentials
package import TouchReelDrawingBoard

/// A command as it stands on the channel `/board` of a recording: a JSON object of `version`, `command` and, where the
/// command has one, `value`.
///
/// ```
/// {"command":"width","value":4.5,"version":1}
/// ```
package enum BoardMessage {
  /// What is written; a message of a later one is not read.
  package static let version = 1

  /// UTF-8 text with keys in alphabetical order.
  ///
  /// - Throws: ``BoardMessageError/notWritable`` if a number is NaN or infinite.
  package static func encode(_ command: BoardCommand) throws(BoardMessageError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(EncodedMessage(command: command)))
    } catch {
      throw .notWritable
    }
  }

  /// Unknown keys are ignored.
  package static func decode(_ text: [UInt8]) throws(BoardMessageError) -> BoardCommand {
    do {
      return try JSONDecoder(images: ImagePool()).decode(DecodedMessage.self, from: Data(text)).command
    } catch let error as BoardMessageError {
      throw error
    } catch {
      throw .malformed(describe(error))
    }
  }

  /// `value.runs[0][2]`.
  private static func path(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.reduce(into: "") { text, key in
      if let index = key.intValue { text += "[\(index)]" } else { text += (text.isEmpty ? "" : ".") + key.stringValue }
    }
    return path.isEmpty ? "it" : path
  }

  static func describe(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "\(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(path(context)) has the wrong type"
    // Foundation says the same of both.
    case .dataCorrupted: "it is not JSON, or has a number that cannot be used"
    default: (error as? BrokenValue)?.reason ?? "it is not understood"
    }
  }
}

/// Why a message was not read or written. Whoever meets one reports it and goes on with the next.
package enum BoardMessageError: Error, Hashable, Sendable, CustomStringConvertible {
  case malformed(String)
  case unknownVersion(Int)
  case unknownCommand(String)
  /// A number is NaN or infinite, which JSON cannot express.
  case notWritable

  /// The ``description`` beside what names the message already.
  package var reason: String {
    if case .malformed(let reason) = self { reason } else { description }
  }

  package var description: String {
    switch self {
    case .malformed(let reason): "a board message is malformed: \(reason)"
    case .unknownVersion(let version):
      "a board message is of version \(version), and this program reads version \(BoardMessage.version)"
    case .unknownCommand(let name):
      "unknown board command \(quoted(name))"
    case .notWritable: "a board command has a number that JSON cannot hold"
    }
  }
}
