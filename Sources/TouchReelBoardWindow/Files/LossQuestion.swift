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
    let (width, height) = (gtk_widget_get_width(window.widget), gtk_widget_get_height(window.widget))
    guard
      let question = message_dialog(
        window.pointer(), GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE, title(of: path),
        text(of: losses, lines: height < lowHeight ? 3 : 6))
    else { return handle(.cancel) }
    let dialog = ObjectPointer(question)
    let buttons = [
      (translated("_Cancel"), GTK_RESPONSE_CANCEL), (translated("_Replace Anyway"), GTK_RESPONSE_REJECT),
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
