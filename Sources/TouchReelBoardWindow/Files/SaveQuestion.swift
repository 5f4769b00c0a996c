import CTouchReelGtk

/// Asks whether to save what a window would lose.
enum SaveQuestion {
  enum Answer {
    case save, discard, cancel
  }

  static func ask(
    _ question: String, _ reason: String, over window: ObjectPointer, _ answer: @escaping (Answer) -> Void
  ) {
    guard
      let made = message_dialog(window.pointer(), GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, question, reason)
    else { return }
    let dialog = ObjectPointer(made)
    for (label, response) in [
      (translated("_Discard"), GTK_RESPONSE_REJECT), (translated("_Cancel"), GTK_RESPONSE_CANCEL),
      (translated("_Save"), GTK_RESPONSE_ACCEPT),
    ] { gtk_dialog_add_button(dialog.pointer(), label, response.rawValue) }
    gtk_dialog_set_default_response(dialog.pointer(), GTK_RESPONSE_ACCEPT.rawValue)
    dialog.connect(
      "response",
      answering: { arguments in
        gtk_window_destroy(dialog.pointer())
        answer(Answer(GtkResponseType(rawValue: Int32(arguments.int(1)))))
        return .handled
      })
    gtk_window_present(dialog.pointer())
  }
}

extension SaveQuestion.Answer {
  fileprivate init(_ response: GtkResponseType) {
    switch response {
    case GTK_RESPONSE_ACCEPT: self = .save
    case GTK_RESPONSE_REJECT: self = .discard
    default: self = .cancel
    }
  }
}
