import CTouchReelGtk
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelStudies
import TouchReelTouchTracking
import TouchReelWindowArguments

/// The window in which participants draw for prompts. Touches and pens work all of it, without a keyboard.
final class StudyWindow: ProgramWindow {
  let window: ObjectPointer
  let layout: Layout
  let canvas: CanvasView
  let notices: Notices
  private unowned let application: BoardApplication
  let collection: StudyCollection
  private let beginning: StudyBeginning
  private let promptView: PromptView
  private(set) var ticker: FrameTicker!
  private(set) var input: PointerInput!
  private(set) var covers: Covers!
  let live = LiveCanvas()
  var folder: StudyFolder
  /// The participant's way; `nil` while nobody takes part.
  private(set) var run: StudyRun?
  private var claim: ParticipantClaim?
  /// The trial that is recorded; `nil` on every other page.
  var trial: OpenTrial?
  var devices: ReadDevices?
  /// Whether anybody was asked already.
  private var hasBegun = false
  /// What the canvas is waited for: its first size comes after it is shown.
  private var awaited: ScheduledTrial?

  init(_ collection: StudyCollection, of application: BoardApplication) {
    self.application = application
    self.collection = collection
    folder = collection.folder
    layout = Layout(PackageResources.study_ui)
    window = layout["window"]
    canvas = CanvasView(layout["canvas"])
    notices = Notices(layout)
    beginning = StudyBeginning(layout, collection.prompts.study)
    promptView = PromptView(layout, collection.prompts)
    application.adopt(window)
    covers = Covers(over: window, openedBy: [])
    ticker = FrameTicker(canvas.widget) { [weak self] in self?.frame() ?? .stop }
    input = PointerInput(
      canvas.widget, handle: { [weak self] in self?.handle($0) },
      grabBroken: { [weak self] in self?.handle(.focusLost) })
    input.watchProximity(in: window)
    live.show = { [weak self] in if case .show(let view) = $0 { self?.canvas.viewport = view } }
    canvas.onResize = { [weak self] in self?.resized(to: $0) }
    addActions()
    if collection.arguments.devices.isEmpty {
      gtk_window_maximize(window.pointer())
    } else {
      Monitors().cover(screenOf: collection.arguments.devices, with: window)
    }
    window.connect("close-request", answering: { [weak self] _ in self?.close() ?? .passedOn })
    for problem in folder.problems { notices.banner(problem) }
    welcome()
  }

  var isTyping: Bool { trial == nil }
  var typesInField: Bool { isTyping }

  private func addActions() {
    let actions = ActionMap(of: window)
    actions.add("start") { [weak self] in self?.start() }
    actions.add("next") { [weak self] in self?.end(.done) }
    actions.add("skip") { [weak self] in self?.end(.skipped) }
    actions.add("again") { [weak self] in self?.end(.again) }
    actions.add("go-on") { [weak self] in self?.goOn() }
    actions.add("next-participant") { [weak self] in self?.welcome() }
    actions.add("finish") { [weak self] in if let self { gtk_window_close(window.pointer()) } }
    beginning.start = { [weak self] in self?.start() }
  }

  /// Asks who takes part.
  private func welcome() {
    run = nil
    claim = nil
    let wanted = hasBegun ? nil : collection.arguments.participant ?? folder.interrupted
    hasBegun = true
    beginning.show(folder, proposing: wanted ?? folder.freeCode)
    turn(to: "begin")
  }

  private func start() {
    guard let participant = beginning.participant else { return }
    do throws(FileError) {
      guard try claim(participant.code) else { return offerAnother(than: participant.code) }
    } catch { return notices.banner(error.plainDescription, .first) }
    var run = StudyRun(collection.prompts.study, participant, after: folder.trials(of: participant.code))
    run.advance()
    self.run = run
    showPage()
  }

  /// - Returns: false if another window records that participant's trials, or has since they were shown.
  private func claim(_ code: ParticipantCode) throws(FileError) -> Bool {
    claim = nil
    let shown = folder.trials(of: code)
    claim = try folder.claim(code)
    try folder.reread()
    if claim != nil, folder.trials(of: code) == shown { return true }
    claim = nil
    return false
  }

  private func offerAnother(than code: ParticipantCode) {
    beginning.offer(folder.freeCode, in: folder)
    notices.banner(
      translated("%s has been used in another window. The code below is free.", code.text), .first)
  }

  private func goOn() {
    run?.advance()
    showPage()
  }

  /// Ends the trial that is shown; what follows is shown once its recording is on the disk.
  private func end(_ outcome: TrialEnd.Outcome) {
    guard trial != nil else { return }
    let isRecorded = finishTrial(outcome) { failure in
      notices.banner(translated("%s. The trial is shown again.", failure.plainDescription), .first)
    }
    guard isRecorded || outcome == .again else { return showPage() }
    if let code = run?.participant.code { run?.settle(by: folder.trials(of: code)) }
    run?.end(outcome)
    showPage()
  }

  private func showPage() {
    guard let run, let page = run.page else { return }
    switch page {
    case .trial(let trial):
      promptView.show(trial, run, notices)
      turn(to: "trial")
      begin(trial)
    case .rest(let text):
      layout["rest-text"].setLabel(text.isEmpty ? translated("Take a rest.") : text)
      layout["rest-progress"].setLabel(promptView.progress(run.settledCount, of: run))
      turn(to: "rest")
    case .end:
      layout["end-text"].setLabel(translated("All trials are done. Thank you!"))
      turn(to: "end")
    }
  }

  private func turn(to page: String) { gtk_stack_set_visible_child_name(layout["pages"].opaque, page) }

  private func begin(_ scheduled: ScheduledTrial) {
    let size = canvas.size
    guard size.width >= 1, size.height >= 1 else {
      awaited = scheduled
      return
    }
    awaited = nil
    record(scheduled, on: size)
    showButtons()
  }

  private func resized(to size: SurfaceSize) {
    if let awaited { return begin(awaited) }
    canvas.viewport?.resize(surface: size)
    canvas.viewport?.fit()
    ticker.wake()
  }

  private func close() -> SignalAnswer {
    if trial != nil { _ = finishTrial(.interrupted, tellLoss: application.tellLoss) }
    claim = nil
    return .passedOn
  }
}

/// While a trial is drawn.
extension StudyWindow {
  private func handle(_ event: SurfaceEvent) { handle(.pointer(event)) }

  private func handle(_ input: CanvasInput) {
    if let view = canvas.viewport { live.handle(input, at: EventClock.now, in: view) }
    ticker.wake()
  }

  private func frame() -> FrameTicker.TickResult {
    guard let drawing = live.drawing, let view = canvas.viewport else { return .stop }
    live.handle(.tick, at: EventClock.now, in: view)
    canvas.update()
    showButtons()
    if let failure = drawing.drainFailure() { tellNotRecorded(failure) }
    return live.isResting ? .stop : .continue
  }

  /// A trial goes on once something is drawn, so that a second tap on the button does not skip the next one.
  func showButtons() {
    let isDrawn = (live.drawing?.touchCount ?? 0) > 0 && live.drawing?.openTouches.isEmpty == true
    layout["next"].isSensitive = isDrawn && trial?.failure == nil
    layout["again"].isSensitive = isDrawn || trial?.failure != nil
  }

  private func tellNotRecorded(_ failure: FileError) {
    trial?.failure = failure
    showButtons()
    notices.banner(
      translated("This trial is not recorded: %s. Do it again.", failure.plainDescription), .first,
      button: Notices.Button(label: translated("Try Again")) { [weak self] in self?.end(.again) })
  }
}
