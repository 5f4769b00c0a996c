import CTouchReelGtk
import SystemPackage
import TouchReelDrawingFiles

/// The question whether a file may be replaced although this program cannot keep all that it holds.
enum LossQuestion {
  enum Answer {
    case replace, saveElsewhere, cancel
  }

  static func ask(
    _ losses: [LostContent], of path: FilePath, over window: ObjectPointer, then handle: @escaping (Answer) -> Void
  ) {
    let text = text(of: losses, lines: gtk_widget_get_height(window.widget) < lowHeight ? 3 : 6)
    show(title(of: path), text, translated("_Replace Anyway"), over: window, then: handle)
  }

  /// Asks whether a drawing is to be written to a file of a kind that cannot hold all of it.
  static func ask(
    _ losses: KindLosses, savingAs path: FilePath, over window: ObjectPointer, then handle: @escaping (Answer) -> Void
  ) {
    let title = translated("Save %s without some of the drawing?", path.fileName.printableStart)
    let text = text(of: losses, lines: gtk_widget_get_height(window.widget) < lowHeight ? 3 : 10)
    show(title, text, translated("_Save Anyway"), over: window, then: handle)
  }

  private static func show(
    _ title: String, _ text: String, _ accept: String, over window: ObjectPointer,
    then handle: @escaping (Answer) -> Void
  ) {
    let width = gtk_widget_get_width(window.widget)
    guard let question = message_dialog(window.pointer(), GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE, title, text) else {
      return handle(.cancel)
    }
    let dialog = ObjectPointer(question)
    let buttons = [
      (translated("_Cancel"), GTK_RESPONSE_CANCEL), (accept, GTK_RESPONSE_REJECT),
      (translated("_Save As…"), GTK_RESPONSE_ACCEPT),
    ].map { gtk_dialog_add_button(dialog.pointer(), $0.0, $0.1.rawValue) }
    // Side by side they are wider than a phone that is held upright.
    if width < narrowWidth, let row = buttons[0].flatMap(gtk_widget_get_parent) {
      gtk_orientable_set_orientation(ObjectPointer(row).opaque, GTK_ORIENTATION_VERTICAL)
    }
    gtk_dialog_set_default_response(dialog.pointer(), GTK_RESPONSE_ACCEPT.rawValue)
    dialog.connect(
      "response",
      answering: { arguments in
        gtk_window_destroy(dialog.pointer())
        handle(answer(GtkResponseType(rawValue: Int32(arguments.int(1)))))
        return .handled
      })
    gtk_window_present(dialog.pointer())
  }

  private static let narrowWidth: CInt = 520
  private static let lowHeight: CInt = 480

  private static func answer(_ response: GtkResponseType) -> Answer {
    switch response {
    case GTK_RESPONSE_REJECT: .replace
    case GTK_RESPONSE_ACCEPT: .saveElsewhere
    default: .cancel
    }
  }

  private static func title(of path: FilePath) -> String {
    translated("Replace %s?", path.fileName.printableStart)
  }

  /// - Parameter lines: how many are named; the worst are first.
  static func text(of losses: KindLosses, lines: Int) -> String {
    let named = losses.lines.prefix(losses.lines.count == lines + 1 ? lines + 1 : lines)
    let rest = losses.lines.count - named.count
    let more = rest > 0 ? [translated("and %s more kinds", "\(rest)")] : []
    let intro = translated("This kind of file cannot hold all of it. In the file, this is missing or different:")
    let end = translated("A TouchReel drawing holds everything.")
    return ([intro] + (named + more).map { "• " + $0 } + [end]).joined(separator: "\n")
  }

  /// - Parameter lines: how many kinds are named; the worst are first.
  static func text(of losses: [LostContent], lines: Int) -> String {
    let titles = LostContent.titles(of: losses)
    let named = titles.prefix(titles.count == lines + 1 ? lines + 1 : lines)
    let rest = titles.count - named.count
    let more = rest > 0 ? [translated("and %s more kinds", "\(rest)")] : []
    let intro = translated("It holds what TouchReel does not keep. In the new file, this is lost or different:")
    let end = translated("The file as it is now is kept as a backup, with ~ after its name.")
    return ([intro] + (named + more).map { "• " + $0 } + [end]).joined(separator: "\n")
  }
}
