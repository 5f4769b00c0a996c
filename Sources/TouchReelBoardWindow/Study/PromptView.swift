import CTouchReelGtk
import SystemPackage
import TouchReelCanvas
import TouchReelLiveDrawing
import TouchReelStudies

/// The prompt above the board: its text as large as its length allows, and its picture. It has one height in all trials
/// of a study, so that the board has one size.
final class PromptView: Painter {
  private static let (textHeight, pictureHeight): (CInt, CInt) = (110, 160)

  private let layout: Layout
  private let prompts: PromptsFile
  private var picture: (texture: Texture, size: PixelSize)?

  init(_ layout: Layout, _ prompts: PromptsFile) {
    (self.layout, self.prompts) = (layout, prompts)
    let hasPictures = prompts.study.prompts.contains { $0.kind == .picture }
    let height = Self.textHeight + (hasPictures ? Self.pictureHeight : 0)
    gtk_widget_set_size_request(layout["prompts"].widget, -1, height)
    PaintedWidget.setPainter(self, of: layout["picture"])
  }

  /// - Parameter notices: say what is wrong with a picture.
  func show(_ trial: ScheduledTrial, _ run: StudyRun, _ notices: Notices) {
    layout["progress"].setLabel(progress(trial.number, of: run))
    let text = trial.prompt.text
    layout["prompt"].setLabel(text.breakable)
    layout["prompt-scroll"].isVisible = !text.isEmpty
    for (name, lengths) in Self.sizes { layout["prompt"].setClass(name, SwitchState(lengths.contains(text.count))) }
    scrollToStart()
    showPicture(of: trial.prompt, notices)
  }

  func progress(_ number: Int, of run: StudyRun) -> String {
    "\(run.participant.code) · \(number) / \(run.schedule.trials.count)"
  }

  /// Classes of the style sheet by the lengths of texts.
  private static let sizes = [("prompt-large", 0..<24), ("prompt-medium", 24..<100), ("prompt-small", 100..<Int.max)]

  private func scrollToStart() {
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(layout["prompt-scroll"].opaque), 0)
  }

  private func showPicture(of prompt: StudyPrompt, _ notices: Notices) {
    picture = nil
    if prompt.kind == .picture, let file = prompts.picture(of: prompt) {
      do throws(ImageProblem) {
        let pixels = try LoadedImage(file).pixels
        picture = (Texture(pixels), pixels.size)
      } catch { notices.banner(error.description, .first) }
    }
    layout["picture"].isVisible = picture != nil
    layout["picture"].setAccessibleName(prompt.name)
    gtk_widget_queue_draw(layout["picture"].widget)
  }

  /// Shows the picture as large as fits, and no larger than it is.
  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    guard let picture else { return }
    let (width, height) = (Double(picture.size.width), Double(picture.size.height))
    let scale = min(size.width / width, size.height / height, 1)
    let rect = ViewRect(
      x: (size.width - width * scale) / 2, y: (size.height - height * scale) / 2, width: width * scale,
      height: height * scale)
    snapshot.texture(picture.texture, in: rect)
  }
}

extension String {
  /// With places for line breaks within words that no line holds, over which Pango takes the square of their lengths.
  fileprivate var breakable: String {
    var length = 0
    return reduce(into: "") { text, character in
      length = character.isWhitespace ? 0 : length + 1
      if length > Self.longestWord {
        text.append("\u{200b}")
        length = 1
      }
      text.append(character)
    }
  }

  private static let longestWord = 40
}
