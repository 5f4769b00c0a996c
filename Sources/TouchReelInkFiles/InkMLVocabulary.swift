/// The elements of InkML that are read, with the attributes that are read of each. Whatever else stands in a document
/// is counted where it is met, so that nothing is dropped without a word.
enum InkMLVocabulary {
  private static let attributes: [String: Set<String>] = [
    "ink": [], "definitions": ["id"],
    "context": [
      "id", "contextRef", "traceFormatRef", "inkSourceRef", "brushRef", "timestampRef", "canvasRef",
      "canvasTransformRef",
    ],
    "trace": [
      "id", "type", "continuation", "priorRef", "contextRef", "brushRef", "duration", "timeOffset",
    ],
    "traceGroup": ["id", "contextRef", "brushRef"],
    "traceView": ["id", "traceDataRef", "from", "to"],
    "traceFormat": ["id"], "intermittentChannels": [],
    "channel": ["id", "name", "type", "default", "min", "max", "orientation", "respectTo", "units"],
    "inkSource": ["id", "manufacturer", "model", "traceFormatRef"],
    "sampleRate": ["id", "uniform", "value"], "channelProperties": ["id"],
    "channelProperty": ["channel", "name", "value", "units"],
    "brush": ["id", "brushRef"], "brushProperty": ["name", "value", "units"],
    "timestamp": ["id", "time", "timeString", "timestampRef", "timeOffset"],
    "canvas": ["id", "traceFormatRef"], "canvasTransform": ["id", "mappingRef", "invertible"],
    "mapping": ["id", "type", "mappingRef"], "bind": ["source", "target", "column"], "affine": [],
    "table": ["id", "apply", "interpolation"],
    // IAM-OnDB's.
    "WhiteboardCaptureSession": [], "StrokeSet": [], "Stroke": ["colour", "start_time", "end_time"],
    "Point": ["x", "y", "time"],
  ]

  /// Attributes that say where a schema is, of any element.
  private static let schemaAttributes: Set = ["schemaLocation", "noNamespaceSchemaLocation"]

  static func isRead(_ element: String) -> Bool { attributes[element] != nil }

  /// The names of the attributes of an element that is read that say nothing to its reader.
  static func unreadAttributes(of element: String, _ found: some Sequence<String>) -> [String] {
    guard let known = attributes[element] else { return [] }
    return found.filter { !known.contains($0) && !schemaAttributes.contains($0) }
  }
}
