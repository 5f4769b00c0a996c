/// What an InkML document defines, and its traces in their order. Nothing is resolved yet: definitions may come after
/// what refers to them.
struct InkMLDocument: Sendable {
  var formats = InkMLTable<InkMLFormat>()
  var sources = InkMLTable<InkMLSource>()
  /// The sources of formats that are part of one, by their indices.
  var sourcesOfFormats: [Int: Int] = [:]
  var brushes = InkMLTable<InkMLBrush>()
  var timestamps = InkMLTable<InkMLTimestamp>()
  /// The indices of the formats of canvases.
  var canvases = InkMLTable<Int?>()
  /// The indices of the mappings of `canvasTransform` elements.
  var transforms = InkMLTable<Int>()
  var mappings = InkMLTable<InkMLMapping>()
  var contexts = InkMLTable<InkMLContext>()
  var nodes = InkMLTable<InkMLNode>()

  var traces: [InkMLTrace] = []
  /// What is drawn, in order: traces, and views of what was only defined.
  var content: [InkMLContent] = []
  var device = ""
  /// How often what cannot be drawn occurs, by what it is called.
  var leftOut: [String: Int] = [:]
  var notes: [String: Int] = [:]
  var damage = InkDamage()

  init() {
    formats.define(.usual, as: "DefaultTraceFormat")
    brushes.define(InkMLBrush(), as: "DefaultBrush")
    canvases.define(nil, as: "DefaultCanvas")
    contexts.define(InkMLContext(), as: "DefaultContext")
  }

  /// The index of the one format that is defined.
  var onlyFormat: Int? {
    let defined = formats.values.indices.dropFirst().filter { formats.values[$0] != nil }
    return defined.count == 1 ? defined[0] : nil
  }

  mutating func resolve() {
    contexts.resolve()
    brushes.resolve()
    timestamps.resolve()
  }
}

/// A trace as it stands in the document.
struct InkMLTrace: Sendable {
  enum Kind: Sendable { case ink, penUp, definition }

  var kind: Kind
  var text: [UInt8] = []
  /// The line of its beginning, from 1.
  var line: Int
  var context: Int
  /// The context of its `contextRef`.
  var ownContext: Int?
  var continuation: Continuation
  /// Milliseconds.
  var timeOffset: Double?
  var duration: Double?

  enum Continuation: Sendable {
    case none
    /// The trace before.
    case ofPrevious
    /// The trace of a node.
    case of(Int)
  }
}

/// What references to ink name.
enum InkMLNode: Sendable {
  /// The index of a trace.
  case trace(Int)
  /// Nodes in a group, or what a view refers to.
  case group([Int])
}

enum InkMLContent: Sendable {
  /// The index of a trace.
  case trace(Int)
  case view(InkMLView)
  /// A stroke of IAM-OnDB's.
  case stroke(InkStroke)
}

/// A `traceView` (W3C, Ink Markup Language, 3.3): the index of a node, and which part of it, from 1; each number after
/// the first one is of what the one before names.
struct InkMLView: Sendable {
  var node: Int
  var from: [Int] = []
  var to: [Int] = []
  var line: Int
}
