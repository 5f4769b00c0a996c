/// The facts that `info` prints about a file, as JSON or as text.
protocol FileReport: Encodable {
  /// Without line terminators.
  var lines: [String] { get }
}
