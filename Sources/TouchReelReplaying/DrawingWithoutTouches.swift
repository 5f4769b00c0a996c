package import TouchReelByteStreams
package import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
package import TouchReelRecordingFormats
import TouchReelRecordings

extension BoardCommand {
  /// Whether it may change the drawing where no touch has drawn: by pasting, dropping, a menu or a key.
  package var changesDrawing: Bool {
    switch self {
    case .paste(let shapes): !shapes.isEmpty
    case .delete, .restyle, .duplicate, .order, .flip, .align, .distribute, .background, .clear, .undo, .redo: true
    case .page(let command): command.changesDrawing
    case .layer(let command): command.changesDrawing
    case .set, .text, .textArea, .endText, .deselect, .select, .selectAll, .replaceStroke, .drawing, .cancel, .size,
      .rules, .mapping, .touches:
      false
    }
  }

  /// Whether it brings shapes onto the board.
  var bringsShapes: Bool {
    switch self {
    case .paste(let shapes): !shapes.isEmpty
    case .drawing(let drawing): drawing.hasElements
    default: false
    }
  }

  /// Whether there may be other pages than the first after it.
  var changesPages: Bool {
    switch self {
    case .page: true
    case .drawing(let drawing): drawing.pageCount > 1
    default: false
    }
  }

  /// Whether a page gets a size of its own, on which devices lie otherwise.
  var sizesPages: Bool {
    switch self {
    case .page(let command): command.givesSize
    case .drawing(let drawing): drawing.hasPageSizes
    default: false
    }
  }

  fileprivate var isDrawing: Bool {
    if case .drawing = self { true } else { false }
  }
}

extension PageCommand {
  /// Whether a page may have a size of its own after it that it had not before.
  fileprivate var givesSize: Bool {
    switch self {
    case .resize(let size): size != nil
    case .add(let page): page.paper?.size != nil
    case .addAll(let papers, at: _): papers.contains { $0.size != nil }
    case .endless: true
    case .turn, .remove, .move: false
    }
  }

  fileprivate var changesDrawing: Bool {
    if case .turn = self { false } else { true }
  }
}

extension LayerCommand {
  fileprivate var changesDrawing: Bool {
    if case .choose = self { false } else { true }
  }
}

extension Recording {
  /// Requires that there is something to show: events, a drawing to begin with, what commands draw, or the empty board
  /// of a trial that was skipped.
  ///
  /// - Throws: if the recording has neither.
  package func requireContent() throws(FileError) {
    if try !hasCommand(where: { $0.isDrawing || $0.changesDrawing }), try !saysWhatItIs() { try requireEvents() }
  }

  private func saysWhatItIs() throws(FileError) -> Bool {
    guard format == .mcap else { return false }
    var source = try makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      if case .foreignMetadata(let metadata) = entry, metadata.isOwn { return true }
    }
    return false
  }

  /// Whether a command changes the drawing besides the one that the recording may begin with.
  package func changesDrawing() throws(FileError) -> Bool { try hasCommand(where: \.changesDrawing) }

  private func hasCommand(where matches: (BoardCommand) -> Bool) throws(FileError) -> Bool {
    var source = try makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      guard case .board(let text, _) = entry else { continue }
      if let command = try? BoardMessage.decode(text), matches(command) { return true }
    }
    return false
  }
}
