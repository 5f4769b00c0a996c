import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelRecordings
import TouchReelReplaying

/// A window of the application.
protocol ProgramWindow: AnyObject {
  var window: ObjectPointer { get }
  /// Whether keys are letters or digits that are typed.
  var isTyping: Bool { get }
  /// Whether they are typed in a field, which undoes by itself, and not on the board.
  var typesInField: Bool { get }
}

/// A window with a board that files are opened in and saved from.
protocol BoardWindow: ProgramWindow {
  var application: BoardApplication { get }
  var layout: Layout { get }
  var actions: ActionMap { get }
  var notices: Notices { get }
  /// The board that it shows; `nil` until that is loaded.
  var board: Board? { get }
  /// The file that its content is of, which saving writes again; `nil` if there is none yet.
  var document: Document? { get set }
  /// The file to save in place of the one that was opened, where that cannot be written again as it is.
  var replacement: Document? { get }
  /// The file to save changes of a recording to, which are asked about first if it is there; `nil` if there are none.
  var changed: Document? { get }
  /// Which files may be written over.
  var replaced: ReplacedFiles { get set }

  /// Opens a file, instead of this window if there is nothing in it.
  func open(_ path: FilePath)
  /// Takes what was dropped on the window.
  func handle(_ dropped: Dropped, at point: DropPoint)
  /// Completes what is being typed, so that it is saved as well.
  func completeTyping()
  /// The recording to save.
  ///
  /// - Returns: `nil` if the file at `path` is that recording.
  func recording(for path: FilePath) throws(FileError) -> SavedContent?
  /// Called after saving was asked for, and done or not.
  func saving(ended end: SavingEnd)
}

enum SavingEnd {
  /// What was drawn up to an operation; `nil` for a drawing without any.
  case saved(through: ElementID?)
  /// The user or an error kept it from being saved.
  case notSaved
}

/// Opening and saving files.
extension BoardWindow {
  /// - Parameter name: the suggested name for a saved picture.
  func addFileActions(picture name: String) {
    actions.add("open") { [weak self, window] in
      FileDialog.open(translated("Open"), FileKind.openable, over: window) { self?.open($0) }
    }
    actions.add("open-file", withText: { [weak self] in if let path = FilePath(uri: $0) { self?.open(path) } })
    actions.add("save") { [weak self] in self?.saveAgain(name) }
    actions.add("save-as") { [weak self] in self?.askSave(name) }
    for action in ["copy", "copy-picture"] { actions.add(action) { [weak self] in self?.copyPicture() } }
    actions.add("print") { [weak self] in self?.printPage() }
    FileDrop.accept(on: window) { [weak self] in self?.handle($0, at: $1) }
  }

  private func saveAgain(_ name: String) {
    if let changed, document?.kind != .recording {
      return changed.path.exists ? askToReplace(changed) : askSave(changed)
    }
    if let document { return save(document) }
    guard replacement != nil else { return askSave(name) }
    notices.banner(
      translated("The file that was opened cannot be written again as it is. Save the drawing under another name."),
      .first, button: savingElsewhere, about: .saving, onClose: { [weak self] in self?.saving(ended: .notSaved) })
  }

  private func askSave(_ name: String) {
    askSave(changed ?? document ?? replacement ?? suggestion(name))
  }

  /// A picture has one page, and no PDF below its ink.
  private func suggestion(_ name: String) -> Document {
    let picture = Document(path: FilePath(name), kind: .png)
    guard let board, board.pageCount > 1 || board.background.isPageOfPDF else { return picture }
    return Document(keepingAllOf: picture)
  }

  private func askSave(_ suggested: Document) {
    FileDialog.save(translated("Save As"), name: suggested.path, as: suggested.kind, over: window) {
      [weak self] chosen in
      guard let self else { return }
      guard let (path, kind) = chosen else { return saving(ended: .notSaved) }
      save(to: path, as: kind)
    }
  }

  /// - Parameter path: if it exists, the dialog has already asked whether to replace it.
  private func save(to path: FilePath, as kind: SavedFile) {
    switch TypedName(path, as: kind) {
    case .file(let document) where document.path == path || !document.path.exists: save(document)
    case .file(let document): askToReplace(document)
    case .notWritten(let suffix, let instead): propose(instead, for: suffix)
    }
  }

  private func askToReplace(_ document: Document) {
    notices.banner(
      translated("%s already exists.", document.path.fileName), .first,
      button: Notices.Button(label: translated("Replace")) { [weak self] in self?.save(document) }, about: .saving,
      onClose: { [weak self] in self?.saving(ended: .notSaved) })
  }

  /// Says why no file was written, and which one can be.
  private func propose(_ document: Document, for suffix: String) {
    let label = translated("Save as %s", document.path.fileName.printableStart)
    notices.banner(
      TypedName.reason(suffix), .first,
      button: Notices.Button(label: label) { [weak self] in
        if document.path.exists { self?.askToReplace(document) } else { self?.save(document) }
      }, about: .saving, onClose: { [weak self] in self?.saving(ended: .notSaved) })
  }

  /// Saves a document, unless others have changed its file since: that is asked about.
  private func save(_ document: Document) {
    guard !replaced.isBeingAsked else { return }
    notices.drop(.saving)
    guard let change = replaced.change(of: document, now: FileStamp(document.path)) else { return compare(document) }
    replaced.isBeingAsked = true
    let here = board?.unmarked.picture.composed()
    ChangeQuestion.ask(change, of: document.path, here: here, over: window) { [weak self] answer in
      guard let self else { return }
      replaced.isBeingAsked = false
      decide(answer, on: change, document)
    }
  }

  private func decide(_ answer: ChangeQuestion.Answer, on change: FileChange, _ document: Document) {
    switch answer {
    case .overwrite:
      replaced.overwrite(document, change)
      compare(document)
    case .saveBeside: askSave(document.beside)
    case .reload:
      saving(ended: .notSaved)
      open(document.path)
    case .cancel: saving(ended: .notSaved)
    }
  }

  /// Saves a document, of the file that was opened only after a look at what of it would be lost.
  private func compare(_ document: Document) {
    guard let original = replaced.original(of: document) else { return write(document) }
    replaced.isBeingAsked = true
    application.hold()
    _ = BackgroundTask { _ in
      original.losses()
    } then: { [weak self, application] losses in
      defer { application.release() }
      self?.decide(on: losses, document)
    }
  }

  private func decide(on losses: [LostContent], _ document: Document) {
    guard !losses.isEmpty else { return replace(document, losing: false) }
    LossQuestion.ask(losses, of: document.path, over: window) { [weak self] answer in
      guard let self else { return }
      replaced.isBeingAsked = false
      switch answer {
      case .replace: replace(document, losing: true)
      case .saveElsewhere: askSave(replacement ?? document)
      case .cancel: saving(ended: .notSaved)
      }
    }
  }

  private func replace(_ document: Document, losing isLosing: Bool) {
    replaced.allow(losing: isLosing)
    replaced.isBeingAsked = false
    write(document)
  }

  private func write(_ document: Document) {
    completeTyping()
    // What is drawn while it is written is not in it.
    let latest = board?.latestOperation?.id
    do throws(FileError) {
      guard let content = try content(of: document.kind, for: document.path) else {
        if document.kind.isOpenable { RecentFiles.add(document.path) }
        // The recording itself, which goes on changing.
        return report(.success(([], nil)), for: document, through: latest)
      }
      check(content, document, through: latest)
    } catch {
      fail(error)
    }
  }

  /// Writes the file, once the user has agreed to all that its kind cannot hold.
  private func check(_ content: SavedContent, _ document: Document, through latest: ElementID?) {
    guard case .drawing(_, let kind) = content, kind != .touchreel else {
      return write(content, to: document, through: latest)
    }
    replaced.isBeingAsked = true
    application.hold()
    _ = BackgroundTask { _ in
      content.losses()
    } then: { [weak self, application] losses in
      defer { application.release() }
      guard let self else { return }
      guard replaced.mustAsk(about: losses, document) else {
        replaced.isBeingAsked = false
        return write(content, to: document, through: latest)
      }
      LossQuestion.ask(losses, savingAs: document.path, over: window) { [weak self] answer in
        guard let self else { return }
        replaced.isBeingAsked = false
        switch answer {
        case .replace:
          replaced.agree(to: losses, document)
          write(content, to: document, through: latest)
        case .saveElsewhere: askSave(Document(keepingAllOf: document))
        case .cancel: saving(ended: .notSaved)
        }
      }
    }
  }

  /// Saving failed: another folder may do.
  private func fail(_ error: FileError) {
    saving(ended: .notSaved)
    notices.hideToast()
    notices.banner(error.description, .first, button: savingElsewhere, about: .saving)
  }

  var savingElsewhere: Notices.Button {
    Notices.Button(label: translated("Save As…")) { [weak self] in self?.actions.activate("save-as") }
  }

  /// The button for a file that could not be opened.
  var openingAnother: Notices.Button {
    Notices.Button(label: translated("Open…")) { [weak self] in self?.actions.activate("open") }
  }

  /// - Returns: `nil` if the file already has the content.
  private func content(of kind: SavedFile, for path: FilePath) throws(FileError) -> SavedContent? {
    guard let board else { throw FileError(file: path.string, message: translated("there is nothing to save yet")) }
    switch kind {
    case .png: return .picture(board, .png)
    case .svg: return .picture(board, .svg)
    case .pdf: return .picture(board, .pdf)
    case .drawing(let kind): return .drawing(board.saved, kind)
    case .recording: return try recording(for: path)
    case .film, .page:
      throw FileError(file: path.string, message: translated("only a part of a recording is saved as a film or page"))
    }
  }

  /// Writes the content in the background, and keeps the program running until that is done.
  private func write(_ content: SavedContent, to document: Document, through latest: ElementID?) {
    notices.toast(translated("Saving %s…", document.path.fileName))
    let backup = replaced.backup(for: document)
    application.hold()
    _ = BackgroundTask { _ in
      Result { () throws(FileError) in
        let warnings = try content.write(to: document.path, backup: backup)
        return (warnings, FileStamp(document.path))
      }
    } then: { [weak self, application] result in
      defer { application.release() }
      // Also of a window that has been closed meanwhile.
      if case .success = result, document.kind.isOpenable { RecentFiles.add(document.path) }
      self?.report(result, for: document, through: latest)
    }
  }

  /// - Parameter result: what was lost, if the file was written, and the file as it is now.
  private func report(
    _ result: Result<([String], FileStamp?), FileError>, for document: Document, through latest: ElementID?
  ) {
    let name = document.path.fileName
    do throws(FileError) {
      let (warnings, stamp) = try result.get()
      if let loss = warnings.first, !replaced.hasAgreed(to: KindLosses(warnings), document) {
        notices.banner("\(name): \(loss).", .first, about: .saving)
      }
      if let board { warn(ofUndrawnPages: board.undrawnPages) }
      notices.toast(translated("Saved as %s", name))
      self.document = document
      replaced.wrote(document, stamp)
      saving(ended: .saved(through: latest))
    } catch {
      fail(error)
    }
  }

  private func printPage() {
    guard let board else { return }
    let name = document?.path.fileName ?? "TouchReel"
    guard let problem = Printing.print(board, named: name, to: .dialog(over: window)) else { return }
    notices.banner(problem, .first)
  }

  func copyPicture() {
    guard let board else { return }
    Clipboard.copy(board, of: window)
    notices.toast(translated("Picture copied"))
  }
}

extension BoardWindow {
  /// Shows a name where the user looks for it: in the window, and in the desktop's list of windows.
  func showName(_ name: String?) {
    // The name of a file may have several lines.
    let name = name?.printableName
    layout["title"].setLabel(name ?? "TouchReel")
    gtk_window_set_title(window.pointer(), name.map { "\($0) – TouchReel" } ?? "TouchReel")
  }

  /// Reports what was wrong with a file; of a damaged one, the rest can be saved.
  func warn(_ warning: String) {
    guard let damaged = DamagedFile(warning) else { return notices.banner(warning) }
    notices.banner(damaged.message, button: savingElsewhere)
  }

  /// Says which pages of a PDF are blank although there is something on them.
  func warn(ofUndrawnPages pages: Set<Int>) {
    guard !pages.isEmpty else { return notices.drop(.undrawnPages) }
    let listed = pages.sorted().prefix(Self.listedPages).map { "\($0 + 1)" }
    let list = (listed + (pages.count > listed.count ? ["…"] : [])).joined(separator: ", ")
    notices.report(
      translated("Pages of the PDF are blank here, since drawing them failed or took too long: %s.", list),
      about: .undrawnPages)
  }

  private static var listedPages: Int { 8 }

  /// Adds the actions that all windows have.
  func addWindowActions() {
    actions.add("close") { [window] in gtk_window_close(window.pointer()) }
    actions.add("dark", state: SwitchState(Style.isDark)) { state in
      Style.isDark = state == .on
      Preferences[.dark] = state
    }
    actions.add("fullscreen", state: .off) { [window] state in
      if state == .on { gtk_window_fullscreen(window.pointer()) } else { gtk_window_unfullscreen(window.pointer()) }
    }
    actions.add("about") { [window] in AboutDialog.show(over: window) }
  }

  func addShortcuts(_ groups: @autoclosure @escaping () -> [ShortcutGroup]) {
    actions.add("shortcuts") { [window] in ShortcutsDialog.show(groups(), over: window) }
  }
}
