import TouchReelByteStreams
import TouchReelRecordings

/// A sink whose output is not committed before it is finished, and which takes nothing afterwards.
struct CheckedSink<Sink: RecordingSink>: RecordingSink {
  private var sink: Sink
  private let output: any ByteOutput
  private var isFinished = false

  init(_ sink: Sink, to output: any ByteOutput) {
    self.sink = sink
    self.output = output
    output.beginContent()
  }

  var losses: [String] { sink.losses }

  mutating func write(_ entry: RecordingEntry) throws(FileError) {
    try requireUnfinished()
    try sink.write(entry)
  }

  mutating func handOn() throws(FileError) {
    try requireUnfinished()
    try sink.handOn()
  }

  mutating func finish() throws(FileError) {
    try requireUnfinished()
    try sink.finish()
    isFinished = true
    output.endContent()
  }

  private func requireUnfinished() throws(FileError) {
    guard !isFinished else {
      throw FileError(file: output.name, message: "is finished, and takes no more entries; make another sink")
    }
  }
}
