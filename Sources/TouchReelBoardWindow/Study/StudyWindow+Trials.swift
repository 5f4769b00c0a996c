import CTouchReelGtk
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelStudies
import TouchReelTouchTracking
import TouchReelWindowArguments

/// A trial that is being recorded.
struct OpenTrial {
  let facts: TrialFacts
  let file: FilePath
  let began: Timestamp
  /// Why it is not recorded, or no longer.
  var failure: FileError?
}

/// Recordings of trials.
extension StudyWindow {
  /// Begins the recording of a trial.
  func record(_ scheduled: ScheduledTrial, on surface: SurfaceSize) {
    guard let participant = run?.participant else { return }
    do throws(FileError) {
      let (file, attempt) = try folder.place(for: scheduled, of: participant.code)
      let facts = TrialFacts(
        study: folder.study.title, participant: participant, trial: scheduled, attempt: attempt,
        started: TimeSpan(nanoseconds: Int64(g_get_real_time()) * 1000))
      try show(facts, recordedTo: SessionFile(creating: file), on: surface)
      trial = OpenTrial(facts: facts, file: file, began: EventClock.now)
    } catch {
      live.drawing = nil
      notices.banner(
        translated("This trial cannot be recorded: %s.", error.plainDescription), .first,
        button: Notices.Button(label: translated("Try Again")) { [weak self] in self?.record(scheduled, on: surface) })
    }
    ticker.wake()
    // Whether the disk takes it is known once it has tried, and nothing else may happen until then.
    MainLoop.after(milliseconds: 500) { [weak self] in self?.ticker.wake() }
  }

  private func show(_ facts: TrialFacts, recordedTo file: SessionFile, on surface: SurfaceSize) throws(FileError) {
    let size = BoardSize(width: surface.width, height: surface.height)
    let drawing: LiveDrawing
    do throws(BoardError) {
      let setup = SessionSetup(study: folder.study, size: size, scale: scale)
      drawing = try LiveDrawing(setup, to: file, at: EventClock.now)
    } catch {
      throw FileError(file: file.name, message: "the window is too large for a board")
    }
    drawing.note(facts.metadata)
    if facts.trial.prompt.kind == .trace { lay(facts.trial.prompt, under: drawing) }
    live.drawing = drawing
    var view = Viewport(board: drawing.board.raster.board, surface: surface)
    view.fit()
    canvas.viewport = view
    canvas.show(DrawingSource(drawing))
    readDevices()
  }

  /// The picture is part of the recording, as the background of its board.
  private func lay(_ prompt: StudyPrompt, under drawing: LiveDrawing) {
    guard let file = collection.prompts.picture(of: prompt) else { return }
    do throws(ImageProblem) {
      let id = drawing.provide(png: try LoadedImage(file).png, at: EventClock.now)
      drawing.perform(.background(.image(id, .fit, on: .white)), at: EventClock.now)
    } catch { notices.banner(error.description, .first) }
  }

  /// Ends the recording of the trial, and waits until it is on the disk.
  ///
  /// - Parameter tellLoss: called with why not all of it is recorded.
  /// - Returns: whether all of it is.
  func finishTrial(_ outcome: TrialEnd.Outcome, tellLoss: (FileError) -> Void) -> Bool {
    guard let trial, let drawing = live.drawing else { return false }
    stopDevices()
    let now = EventClock.now
    drawing.cancelAll(.window, at: now)
    let end = TrialEnd(outcome, after: now.since(trial.began), touches: drawing.touchCount)
    drawing.finish(noting: end.metadata)
    (self.trial, live.drawing) = (nil, nil)
    notices.drop(.other)
    let failure = trial.failure ?? drawing.drainFailure()
    if let failure {
      tellLoss(failure)
      removeIfOfNone(trial.file)
      return false
    }
    do throws(FileError) { try folder.add(RecordedTrial(file: trial.file, facts: trial.facts, end: end)) } catch {
      notices.banner(
        translated("%s. The trial is recorded, and the table will be made anew.", error.plainDescription), .first)
    }
    return true
  }

  /// A disk that was full from the beginning leaves a file that does not even say of which trial it is.
  private func removeIfOfNone(_ file: FilePath) {
    do throws(FileError) {
      if (try? file.stat().size) != 0, try RecordedTrial(reading: file) != nil { return }
    } catch { return }
    _ = file.withPlatformString { unlink($0) }
  }

  private var scale: Double { Double(gtk_widget_get_scale_factor(canvas.widget.widget)) }
}

/// Devices that are read directly. Each trial opens them anew, so that its recording begins with their state.
extension StudyWindow {
  private func readDevices() {
    let named = collection.arguments.devices
    guard !named.isEmpty else { return }
    do throws(DeviceError) {
      let reader = try DeviceReaderThread(named.map { DeviceSelector($0) }, options: RecorderOptions())
      let widgets = WidgetTouches(over: canvas.widget, in: layout["overlay"], covers, .shared)
      live.target = { widgets.target(at: $0, beginningAt: $1) }
      let kernel = KernelInput(
        reader, handle: { [weak self] in self?.handle($0) }, fail: { [weak self] in self?.notices.banner("\($0)") })
      devices = ReadDevices(kernel, widgets, OutputRotations())
      kernel.start()
    } catch {
      // Nothing else may draw in its place.
      input.accepts = { _ in false }
      notices.banner("\(error)", .first)
    }
  }

  private func stopDevices() {
    devices?.kernel.stop()
    devices = nil
  }

  private func handle(_ input: DeviceInput) {
    guard live.drawing != nil, let view = canvas.viewport else { return }
    live.read(input, at: EventClock.now, in: view, on: CanvasPlacement(of: canvas.widget, in: window, devices?.outputs))
    if case .opened = input.step { ignoreDesktop() }
    if case .removed = input.step {
      ignoreDesktop()
      notices.banner(translated("The device was unplugged, and its strokes in progress were cancelled."))
    }
    ticker.wake()
  }

  private func ignoreDesktop() {
    let devices = devices.map { Array($0.kernel.descriptions.values) } ?? []
    input.accepts = { ReadDevices.isOther($0, than: devices) }
  }
}

extension SessionSetup {
  /// The same board for everyone: nothing that the user of the machine keeps.
  fileprivate init(study: Study, size: BoardSize, scale: Double) {
    self.init(size: size)
    self.scale = scale
    settings.width = study.strokeWidth
    epochOffset = TimeSpan(nanoseconds: Int64(g_get_real_time() - g_get_monotonic_time()) * 1000)
  }
}
