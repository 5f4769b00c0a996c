import TouchReelCanvas
import TouchReelDrawingBoard
package import TouchReelDrawings
package import TouchReelInkFiles
import TouchReelTouchTracking

/// A file of another program's, as a drawing: ink without times, or a scene of Excalidraw.
package struct ForeignDrawing: Sendable {
  package let kind: DrawingKind
  package private(set) var drawing: Drawing
  /// Parts that were not understood and are not drawn.
  package let unread: [UnreadElement]
  /// What was not read of the file since it is damaged.
  package let damage: InkDamage
  /// Lines that say what else the file has, and what is wrong with it.
  package let notes: [String]
  /// The pages of the file, of which this is one, or has all.
  package let pageCount: Int
  /// What no drawing shows and a file of the same kind keeps, in words.
  let leftOut: [String]
  /// A line for each file of its archive that no other file has.
  let leftOutOfArchive: [String]
  /// The file itself, where it can be written again as it is, or what of it can.
  private(set) var original: [UInt8]?
  /// The file with the end that it lacks, where nothing else is wrong with it.
  private var closed: [UInt8]?
  /// What the file holds and ``original`` does not, one line for each kind.
  private(set) var lossesOfOriginal: [String] = []
  /// Whether ``original`` is only what could be read of a file that is cut off.
  private var isSalvaged = false
  /// What a scene of Excalidraw holds besides.
  let scene: ExcalidrawScene?
  /// The ends of the names of its backgrounds' images, by the index of the page; they begin with the name of the
  /// drawing's own file.
  private var attachments: [Int: String] = [:]

  static let noteOfMirrors = "a mirrored image is drawn as it is"

  /// - Parameters:
  ///   - bytes: the file.
  ///   - page: the number of the page that is read, from 1; `nil` for all.
  /// - Throws: if the file is damaged.
  init(
    _ bytes: [UInt8], of ink: InkKind, page number: Int? = nil, _ limits: InkLimits = .standard
  ) throws(DrawingFileError) {
    do throws(InkFileError) {
      if ink == .xournal, number == nil {
        var pages = ForeignPages(.xournal)
        let facts = try XournalFile.readPages(bytes, limits: limits) { pages.add($0) }
        self.init(pages, facts, kind: .xournal)
        return
      }
      var page = try ink.read(bytes, page: number ?? 1, limits: limits)
      if ink == .quickdraw { page.leftOut += QuickDrawFile.leftOut(of: bytes) }
      page.leftOut += page.leftOutOfDrawing(of: ink)
      self.init(consume page, kind: DrawingKind(ink))
      if ink == .inkml, damage.isOnlyCut { closed = InkMLFile.closed(bytes, limits: limits) }
      if ink == .quickdraw && damage.isTruncated {
        let (text, losses) = try QuickDrawFile.salvaged(bytes, limits: limits)
        (original, lossesOfOriginal, isSalvaged) = (text, losses, true)
      } else if ink != .xournal && !damage.isTruncated {
        original = ink == .quickdraw ? bytes.repairedUTF8.bytes : bytes
      } else {
        original = closed
      }
    } catch {
      if error.isOfLimit { throw .tooLarge(error.message) }
      if error.isOfPage { throw .noPage(error.message) }
      throw .malformed(error.description)
    }
  }

  init(_ file: ExcalidrawFile) {
    (kind, drawing, unread, scene) = (.excalidraw, file.drawing, file.unread, file.scene)
    (damage, notes) = (file.damage, file.damage.lines + file.notes)
    (leftOut, leftOutOfArchive, pageCount) = (file.leftOut, [], 1)
  }

  /// A file of ink, and what it does not hold. One of Xournal++ has all pages, another the one that is shown.
  ///
  /// - Parameters:
  ///   - samples: of elements that touches drew, in board points: where and when the touch was, in parts between which
  ///     events were lost.
  ///   - unitsPerMillimetre: board points in one, where that is known.
  ///   - device: of what the touches came from.
  ///   - kind: Xournal's, InkML or “Quick, Draw!”.
  /// - Throws: ``DrawingFileError/noStrokes``
  package static func ink(
    of drawing: Drawing, samples: [ElementID: [[InkSample]]] = [:], unitsPerMillimetre: Double? = nil,
    device: String = "", as kind: DrawingKind
  ) throws(DrawingFileError) -> (bytes: [UInt8], losses: [String]) {
    if kind == .xournal { return DrawnPage.xournal(of: drawing, samples: samples) }
    var drawn = DrawnPage(drawing, samples: samples, for: kind)
    drawn.page.unitsPerMillimetre = unitsPerMillimetre
    drawn.page.device = device
    // What has no stroke could not be read back.
    if kind == .quickdraw && drawn.page.strokes.isEmpty { throw .noStrokes }
    let (bytes, losses) =
      kind == .quickdraw ? QuickDrawLine.text(of: drawn.page, word: "", key: "") : InkMLFile.text(of: drawn.page)
    let ofPages = drawing.lossesOfPagesAndLayers + drawn.losses + drawn.lossesOfLimits
    return (bytes, ofPages + drawn.page.lossesOfPaper + losses)
  }

  package init(_ content: consuming InkPage, kind: DrawingKind) {
    let facts = content.facts
    var pages = ForeignPages(kind)
    pages.add(consume content)
    self.init(pages, facts, kind: kind)
  }

  /// - Parameters:
  ///   - pages: one at least.
  ///   - facts: of their file.
  private init(_ content: consuming ForeignPages, _ facts: InkFileFacts, kind: DrawingKind) {
    var pages = content
    pages.showFirst()
    self.kind = kind
    (scene, unread) = (nil, [])
    drawing = pages.drawing ?? Drawing(size: BoardSize(width: 1, height: 1), background: .color(.white))
    attachments = pages.attachments
    (leftOut, leftOutOfArchive, damage) = (facts.leftOut, facts.leftOutOfArchive, facts.damage)
    notes = damage.lines + facts.notes + pages.notes
    pageCount = facts.pageCount
  }

  /// Whether all of the file is written again as it is, what is damaged of it included.
  var isCopied: Bool { original != nil && !isSalvaged }

  /// What could be read of a file that is cut off, as it is written again.
  var salvaged: [UInt8]? { isSalvaged ? original : nil }

  /// The same without the file that it was read of, unless nothing but its end is missing.
  var rewritten: ForeignDrawing {
    var drawing = self
    drawing.original = closed
    return drawing
  }

  func renamingFiles(_ names: [ImageID: ImageID]) -> ForeignDrawing {
    var renamed = self
    renamed.drawing = drawing.renamingFiles(names)
    return renamed
  }

  /// Names the images that are attached to its file.
  ///
  /// - Parameter fileName: of the drawing's file, without its folder.
  mutating func attach(to fileName: String) {
    guard !attachments.isEmpty else { return }
    drawing = drawing.replacingBackgrounds { page, background in
      guard let attachment = attachments[page], case .image(_, let mode, on: let color) = background else {
        return background
      }
      return .image(ImageID(rawValue: "\(fileName).\(attachment)"), mode, on: color)
    }
  }
}

extension InkPage {
  /// What is said of a file that is read again with higher limits only, as curves are written as many points.
  func notes(beyond limits: InkLimits) -> [String] {
    Self.notes(points: pointCount, strokes: topLevel + texts.count, beyond: limits)
  }

  /// The points of all strokes.
  var pointCount: Int { strokes.reduce(0) { $0 + $1.samples.count } }

  static func notes(points: Int, strokes: Int, beyond limits: InkLimits) -> [String] {
    let counts = [("points", points, limits.points), ("strokes", strokes, limits.strokes)]
    return counts.filter { $0.1 > $0.2 }.map { name, count, limit in
      "it is written with \(count) \(name), and by default \(limit) are read; --limits \(name)=N raises the limit"
    }
  }

  /// What files have to leave out that hold nothing but ink, in words.
  fileprivate var lossesOfPaper: [String] {
    (ruling == nil ? [] : ["the ruling of the paper is left out"])
      + (images.isEmpty ? [] : ["\(images.count) × an image is left out"])
  }
}

extension Drawing {
  /// What is said of a file that has only the page that is shown, with one layer, in words.
  var lossesOfPagesAndLayers: [String] {
    let hidden = layers.count(where: \.isHidden)
    return (DrawingKind.loss(ofPages: pageCount - 1).map { [$0] } ?? [])
      + (hidden > 0 ? ["\(hidden) × a hidden layer is left out"] : [])
      + (layers.count - hidden > 1 ? ["\(layers.count - hidden) layers become one"] : [])
  }
}

extension DrawingKind {
  fileprivate init(_ kind: InkKind) {
    self =
      switch kind {
      case .inkml: .inkml
      case .quickdraw: .quickdraw
      case .xournal: .xournal
      }
  }
}

extension InkStroke {
  /// The width of a stroke that is there for what it is filled with, in points of Xournal++.
  static let leastWidth = 0.01
}

extension InkCap {
  init(_ cap: StrokeStyle.Cap) {
    self =
      switch cap {
      case .round: .round
      case .butt: .butt
      case .square: .square
      }
  }
}

extension PixelColor {
  init(_ color: InkColor) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}

extension InkColor {
  init(_ color: PixelColor) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}
