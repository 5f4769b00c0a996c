import MCAP

/// A part of a recording that could not be read.
public struct RecordingLoss: Hashable, Sendable, CustomStringConvertible {
  /// The bytes of the file.
  public var range: Range<UInt64>
  public var reason: String
  /// Messages that were read from the part all the same.
  public var recoveredMessageCount: Int

  public var description: String {
    let saved = recoveredMessageCount == 0 ? "" : ", \(recoveredMessageCount) messages of it saved"
    return "offset \(range.lowerBound): \(range.count) bytes lost\(saved): \(reason)"
  }
}

extension RecordingLoss {
  init(_ loss: MCAPLoss) {
    let record = loss.reason.place.opcode.map { "\($0): " } ?? ""
    let advice =
      switch loss.reason.problem {
      case .tooLarge: "; --max-chunk raises the limit"
      case .expandsTooFar: "; --max-expansion raises the limit"
      default: ""
      }
    self.init(
      range: loss.range, reason: "\(record)\(loss.reason.problem)\(advice)",
      recoveredMessageCount: loss.recoveredMessageCount)
  }
}
