import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// A file that holds a drawing instead of a recording.
struct DrawingInput {
  let name: String
  let document: DrawingDocument
  /// The folder of the images that the drawing names.
  private let folder: FilePath
  /// The file as it is; empty for a part of one.
  let bytes: [UInt8]
  /// Which pages are asked for.
  private let selection: PageSelection?
  /// Whether the document is the only page that is asked for of a file with others.
  private var isOfOnePage: Bool { selection?.onlyNumber != nil && document.kind == .xournal }

  /// What was not understood, one line for each kind of problem.
  var warnings: [String] {
    var warnings = WarningList()
    for element in document.unread {
      warnings.add(element.warning(isKept: document.keepsUnread), at: "element \(element.index)")
    }
    // Whoever asks for a page knows of others.
    for note in document.notes where !isOfOnePage || note != document.noteOfOthers { warnings.add(note) }
    return warnings.lines
  }

  /// A drawing of a file that holds many.
  init(name: String, _ drawing: ForeignDrawing, pages: PageSelection?) {
    self.init(name: name, document: .foreign(drawing), folder: "", bytes: [], selection: pages)
  }

  private init(
    name: String, document: DrawingDocument, folder: FilePath, bytes: [UInt8], selection: PageSelection?
  ) {
    (self.name, self.document, self.folder, self.bytes) = (name, document, folder, bytes)
    self.selection = selection
  }

  /// Returns `nil` if the file is a recording.
  ///
  /// - Parameters:
  ///   - pages: which of it are asked for; `nil` if none are named.
  ///   - salvaging: whether what is understood of a file of a later version is read.
  static func read(
    _ bytes: any ByteSource, _ input: InputOptions, pages: PageSelection? = nil, salvaging: Bool = false
  ) throws -> DrawingInput? {
    guard try begins(bytes, input) else { return nil }
    let bytes = try unpacked(bytes)
    let text = try bytes.everything(limit: input.limits.drawingByteLimit, advising: .drawingSize)
    try bytes.requireSoundGzip()
    return try decode(text, of: bytes, input, pages: pages, salvaging: salvaging)
  }

  /// - Parameters:
  ///   - text: all that the file holds.
  ///   - bytes: where it lies.
  ///   - pages: which of it are asked for; `nil` if none are named.
  ///   - salvaging: whether what is understood of a file of a later version is read.
  static func decode(
    _ text: [UInt8], of bytes: any ByteSource, _ input: InputOptions, pages: PageSelection? = nil,
    salvaging: Bool = false
  ) throws(Failure) -> DrawingInput {
    let folder = bytes.file?.removingLastComponent() ?? ""
    do throws(DrawingFileError) {
      let fileName = (bytes as? FileBytes)?.path.lastComponent?.string ?? ""
      let document = try document(text, page: pages?.onlyNumber, input.limits.ink, salvaging: salvaging)
      return DrawingInput(
        name: bytes.name, document: document.attached(to: fileName), folder: folder, bytes: text, selection: pages)
    } catch {
      throw Failure(message: "\(bytes.name): \(error)")
    }
  }

  /// - Parameter page: of a file of Xournal++, which is read alone; drawings of others are read whole.
  private static func document(
    _ text: [UInt8], page: Int?, _ limits: InkLimits, salvaging: Bool
  ) throws(DrawingFileError) -> DrawingDocument {
    guard let page, InkKind(beginning: Array(text.prefix(InkKind.sniffedLength))) == .xournal else {
      return try DrawingDocument(text, limits: limits, salvaging: salvaging)
    }
    return try DrawingDocument(text, page: page, limits: limits, salvaging: salvaging)
  }

  /// The bytes that a drawing is read from: unpacked if gzip packed them, unless they are of a format of which that is
  /// a part.
  static func unpacked(_ bytes: any ByteSource) throws(FileError) -> any ByteSource {
    guard GzipBytes.begins(try bytes.beginning(3)),
      InkKind(beginning: try bytes.beginning(InkKind.sniffedLength)) != .xournal
    else { return bytes }
    return try RecordingSniffer.unpacked(bytes)
  }

  /// Whether the bytes are a drawing rather than a recording.
  static func begins(_ bytes: any ByteSource, _ input: InputOptions) throws(FileError) -> Bool {
    try DrawingKind.isDrawing(try unpacked(bytes), limits: input.limits.ink)
  }

  /// Why what begins as a drawing is not read as a recording: it is a drawing, or JSON of something else.
  static func refusal(of bytes: any ByteSource, _ input: InputOptions) -> FileError {
    guard let text = try? unpacked(bytes).everything(limit: input.limits.drawingByteLimit) else {
      return .isDrawing(bytes.name)
    }
    do throws(DrawingFileError) {
      _ = try DrawingDocument(text, limits: input.limits.ink)
    } catch {
      return FileError(file: bytes.name, message: "is not a recording that touchreel knows, and \(error)")
    }
    return .isDrawing(bytes.name)
  }

  /// A page on a board, and warnings. If an image cannot be loaded, there is a warning, and the rest is drawn, unless
  /// the system fails to read it.
  ///
  /// - Parameter page: its index in the drawing; `nil` for the page that is shown.
  func board(
    ofPage page: Int? = nil, _ options: DrawingOptions = DrawingOptions(), limits: Limits
  ) throws -> (board: Board, warnings: [String]) {
    let drawing = try drawing(ofPage: page)
    var options = options
    options.textLimit = limits[.text]
    var warnings = warnings + textWarnings(drawing, limits)
    if options.background == nil, case .image(let id, let mode, on: _) = drawing.finalBackground {
      do {
        options.picture = (id, try picture(of: id, as: Self.use(mode, on: drawing.size, options), limits))
      } catch let error as Failure {
        warnings.append(error.message)
      } catch let error as FileError where !error.isOfReading {
        warnings.append(error.line)
      }
    }
    do throws(DrawingError) {
      var board = try Board(drawing, options: options)
      return (board, warnings + board.drainWarnings().map(\.description))
    } catch {
      throw FileError(file: name, message: "\(error)", advice: error.advice)
    }
  }

  private func textWarnings(_ drawing: Drawing, _ limits: Limits) -> [String] {
    let left = drawing.texts(beyond: limits[.text]).count
    guard left > 0 else { return [] }
    return [
      "its texts have more than \(limits[.text]) characters in total; \(counted(left, "text is", "texts are")) not drawn; raise the limit with --limits text=N"
    ]
  }

  /// How the picture uses the background, at one pixel per point if no size is given.
  private static func use(_ mode: BackgroundImageMode, on size: BoardSize, _ options: DrawingOptions) -> PNGUse {
    let points = PixelSize(
      width: Int(clamping: size.width.rounded(.up)), height: Int(clamping: size.height.rounded(.up)))
    return .background(mode, on: options.size ?? points)
  }

  /// What its backgrounds name that lies beside the drawing, by these names.
  ///
  /// - Throws: if the system fails to read it; what is missing or may not be read is left out.
  func contentBeside(_ limits: Limits) throws(FileError) -> [ImageID: [UInt8]] {
    var found: [ImageID: [UInt8]] = [:]
    for id in imagesBeside {
      do { found[id] = try bytes(of: id, limits) } catch {
        if let error = error as? FileError, error.isOfReading { throw error }
      }
    }
    return found
  }

  /// The files beside the drawing that its background is in, as far as they are there.
  var imageFiles: [FilePath] { imagesBeside.compactMap { (try? file(of: $0)) ?? nil } }

  /// The images of the pages' backgrounds that are not in the drawing itself.
  private var imagesBeside: [ImageID] {
    let named = (0..<document.drawing.pageCount).compactMap { document.drawing.background(ofPage: $0).imageID }
    return Set(named.map(\.file)).filter { document.images[$0] == nil }.sorted { $0.rawValue < $1.rawValue }
  }

  /// Whether the background's image is there, for who does not draw it.
  var warningsOfImages: [String] {
    imagesBeside.compactMap { id in
      do throws(Failure) {
        return try file(of: id) == nil ? Self.notFound(id) : nil
      } catch {
        return error.message
      }
    }
  }

  private static func notFound(_ id: ImageID) -> String {
    "the image \(named(id)) was not found next to the drawing"
  }

  private func picture(of id: ImageID, as use: PNGUse, _ limits: Limits) throws -> BackgroundPicture {
    let bytes = try bytes(of: id.file, limits)
    do throws(ImageFailure) {
      return try BackgroundPicture(bytes, id, as: use, limits)
    } catch {
      throw Failure(message: "the image \(Self.named(id)): \(error.message)")
    }
  }

  /// The image in the drawing, or beside it.
  private func bytes(of id: ImageID, _ limits: Limits) throws -> [UInt8] {
    if let inside = document.images[id] { return inside }
    guard let file = try file(of: id) else {
      throw Failure(message: Self.notFound(id))
    }
    return try FileBytes(path: file).everything(limit: limits.imageByteLimit, advising: .imageSize)
  }

  private func file(of id: ImageID) throws(Failure) -> FilePath? {
    do throws(OutsideFolder) {
      return try id.file(in: folder)
    } catch {
      throw Failure(message: "the image \(Self.named(id)) is outside the drawing's folder")
    }
  }

  private static func named(_ id: ImageID) -> String { String(id.rawValue.printable.prefix(100)) }
}

/// The pages of the drawing.
extension DrawingInput {
  /// The indices in the drawing of the pages that are asked for.
  ///
  /// - Returns: `nil` if none are named.
  /// - Throws: if one is not there.
  var chosenPages: Range<Int>? {
    get throws(Failure) {
      guard let selection else { return nil }
      if isOfOnePage { return document.drawing.page..<document.drawing.page + 1 }
      do throws(MissingPage) {
        return try selection.indices(of: document.drawing.pageCount)
      } catch {
        throw Failure(message: "\(name): \(error)")
      }
    }
  }

  /// The page that is shown, and how many the drawing has.
  var shownPage: ShownPage { ShownPage(index: document.drawing.page, count: document.drawing.pageCount) }

  /// A page as a drawing of its own.
  ///
  /// - Parameter page: its index in the drawing; `nil` for the page that is shown.
  func drawing(ofPage page: Int?) throws(Failure) -> Drawing {
    do throws(OperationError) {
      return try document.drawing.turned(to: page ?? document.drawing.page).shownPage
    } catch {
      throw Failure(message: "\(name): \(error)")
    }
  }
}
