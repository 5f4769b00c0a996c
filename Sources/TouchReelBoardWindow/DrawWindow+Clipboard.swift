import SystemPackage
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelExporting
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Copying, cutting and pasting what is selected.
extension DrawWindow {
  func addClipboardActions() {
    actions.add("copy") { [weak self] in
      // Without a selection, all of it is copied as a picture.
      if self?.copySelection() == false { self?.copyPicture() }
    }
    actions.add("cut") { [weak self] in
      if self?.copySelection() == true { self?.perform(.delete) }
    }
    actions.add("paste") { [weak self] in self?.paste() }
  }

  /// - Returns: whether anything is selected.
  private func copySelection() -> Bool {
    guard let board, let clipping = ShapeClipping(board.selectedShapes) else { return false }
    copies.count += 1
    application.hold()
    _ = BackgroundTask { _ in
      clipping.forms
    } then: { [weak self, application, window] forms in
      defer { application.release() }
      Clipboard.offer(forms, of: window)
      self?.copied()
    }
    return true
  }

  /// What was to be pasted meanwhile is pasted now.
  private func copied() {
    copies.count -= 1
    guard copies.count == 0, copies.arePasted else { return }
    copies.arePasted = false
    paste()
  }

  private func paste() {
    guard copies.count == 0 else {
      copies.arePasted = true
      return
    }
    Clipboard.read(Self.pastedTypes, of: window) { [weak self] in self?.paste($0, at: nil) }
  }

  /// - Parameter point: where it was dropped; `nil` for the middle of what is seen.
  func paste(_ outcome: ContentReading.Outcome, at point: SurfacePoint?) {
    switch outcome {
    case .success(let read) where read.type == Self.fileList: handle(read.files, at: point)
    case .success(let read):
      guard let content = PastedContent(type: read.type, read.bytes) else { return report(.nothing) }
      put([.content(content)], at: point)
    case .failure(let failure): report(failure)
    }
  }

  /// What file managers copy, which offer the names as text as well (RFC 2483).
  private static let fileList = "text/uri-list"
  private static let pastedTypes: [String] = {
    var types = PastedContent.mediaTypes
    types.insert(fileList, at: types.firstIndex(of: PastedContent.text) ?? types.endIndex)
    return types
  }()

  private func report(_ failure: ForeignBytes.Failure) {
    switch failure {
    case .nothing: notices.toast(translated("There is nothing to paste"))
    case .unreadable:
      notices.report(translated("The other program did not hand over what was copied."), about: .pasting)
    case .tooLarge: notices.report(translated("What was copied is too large to be pasted."), about: .pasting)
    }
  }

  /// Puts what comes from outside on the board as shapes, which are selected. Images are decoded beside the main loop.
  ///
  /// - Parameter point: where it was dropped; `nil` for the middle of what is seen.
  func put(_ sources: [PasteSource], at point: SurfacePoint?) {
    guard let board, let view = canvas.viewport else { return }
    let corner = SurfacePoint(x: view.surface.width, y: view.surface.height)
    let seen = BoardRect(from: view.boardPoint(of: .zero), to: view.boardPoint(of: corner))
    let place = PastePlace(
      in: seen, at: point.map(view.boardPoint(of:)), beside: board.elements.compactMap(\.shape))
    let look = PastedContent.TextLook(
      font: board.settings.font, color: board.settings.color, on: board.raster.board)
    _ = BackgroundTask { _ in
      PasteSource.shapes(of: sources, at: place, look)
    } then: { [weak self] shapes, problem in
      self?.put(shapes)
      self?.notices.report(problem, about: .pasting)
    }
  }

  private func put(_ shapes: [PlacedShape]) {
    guard !shapes.isEmpty else { return }
    chooseSelectingTool()
    perform(.paste(shapes))
  }
}

/// Copies on their way to the clipboard.
struct CopiesUnderway {
  var count = 0
  /// Whether they are to be pasted as soon as they are there.
  var arePasted = false
}

extension ForeignBytes {
  /// The files of a list of URIs, a line each, that are in the file system.
  fileprivate var files: [FilePath] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { FilePath(uri: String($0)) }
  }
}

extension ShapeClipping {
  /// The forms in which it is offered, the best first.
  nonisolated fileprivate var forms: [ForeignBytes] {
    let forms: [(String, [UInt8]?)] = [
      (Self.mediaType, try? json), ("image/svg+xml", svg), ("image/png", png),
      (PastedContent.text, text.map { Array($0.utf8) }),
    ]
    return forms.compactMap { type, bytes in bytes.map { ForeignBytes(type: type, bytes: $0) } }
  }
}
