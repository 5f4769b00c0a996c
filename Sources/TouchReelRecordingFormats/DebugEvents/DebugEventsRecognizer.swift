import TouchReelByteStreams

/// Recognizes touches. A text without any is of debug-events too if it has other lines of it, and nothing else.
struct DebugEventsRecognizer: LineRecognizer {
  private var grammar = DebugEventsGrammar()
  private var hasOtherLines = false

  mutating func recognizes(_ line: UnsafeRawBufferPointer) -> Bool {
    if case .event = grammar.read(line) { return true }
    hasOtherLines = hasOtherLines || DebugEventsGrammar.isLine(line)
    return false
  }

  func recognizes(textOf bytes: any ByteSource) -> Bool { hasOtherLines }
}
