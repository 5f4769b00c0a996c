import CTouchReelGtk
import TouchReelStudies

/// The page that asks who takes part, and what the study asks once.
final class StudyBeginning {
  private let layout: Layout
  private let study: Study
  private var questions: [QuestionRow] = []
  private var folder: StudyFolder?
  /// Called when the code was typed and Return pressed.
  var start: () -> Void = {}

  init(_ layout: Layout, _ study: Study) {
    (self.layout, self.study) = (layout, study)
    layout["title"].setLabel(study.title.isEmpty ? translated("Study") : study.title)
    layout["welcome"].setLabel(study.welcome)
    layout["welcome"].isVisible = !study.welcome.isEmpty
    for question in study.questions {
      let row = QuestionRow(question) { [weak self] in self?.changed() }
      gtk_box_append(layout["questions"].pointer(), row.widget.widget)
      questions.append(row)
    }
    let code = layout["code"]
    gtk_entry_set_max_length(code.pointer(), CInt(ParticipantCode.lengthLimit))
    code.connect("changed") { [weak self] in self?.changed() }
    code.connect("activate") { [weak self] in self?.start() }
    layout["code-down"].connect("clicked") { [weak self] in self?.move(by: -1) }
    layout["code-up"].connect("clicked") { [weak self] in self?.move(by: 1) }
  }

  /// - Parameter code: what is filled in.
  func show(_ folder: StudyFolder, proposing code: ParticipantCode) {
    for question in questions { question.answer = "" }
    offer(code, in: folder)
  }

  /// Fills in another code; what was answered stays.
  func offer(_ code: ParticipantCode, in folder: StudyFolder) {
    self.folder = folder
    gtk_editable_set_text(layout["code"].opaque, code.text)
    changed()
  }

  /// Who takes part; `nil` until all is said that has to be.
  var participant: Participant? {
    guard let code else { return nil }
    var participant = Participant(code: code)
    for question in questions {
      guard question.isAnswered else { return nil }
      participant.answers[question.text] = question.answer
    }
    return participant
  }

  private var code: ParticipantCode? {
    ParticipantCode(String(cString: gtk_editable_get_text(layout["code"].opaque)))
  }

  private func move(by step: Int) {
    guard let next = (code ?? ParticipantCode(number: 1)).moved(by: step) else { return }
    gtk_editable_set_text(layout["code"].opaque, next.text)
  }

  private func changed() {
    recall()
    layout["code"].setClass("error", SwitchState(code == nil))
    layout["start"].isSensitive = participant != nil
  }

  /// Questions are asked once: who goes on has answered them.
  private func recall() {
    let before = code.map { folder?.trials(of: $0) ?? [] } ?? []
    layout["code-note"].setLabel(note(of: before))
    let answers = before.last?.facts.participant.answers
    layout["questions"].isVisible = answers == nil && !questions.isEmpty
    guard let answers else { return }
    for question in questions { question.answer = answers[question.text] ?? "" }
  }

  private func note(of before: [RecordedTrial]) -> String {
    guard code != nil else {
      return translated("1 to 16 letters, digits, - and _: a code, not a name.")
    }
    let count = Set(before.filter(\.counts).map(\.facts.trial.number)).count
    guard !before.isEmpty else { return translated("Trials: %s", "\(study.trialCount)") }
    return translated("Goes on after %s of %s trials.", "\(count)", "\(study.trialCount)")
  }
}

/// A question with its choices as buttons, or with a field.
private final class QuestionRow {
  let widget = ObjectPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  let text: String
  private let choices: [(text: String, button: ObjectPointer)]
  private let entry: ObjectPointer?

  init(_ question: StudyQuestion, _ changed: @escaping () -> Void) {
    text = question.text
    let label = ObjectPointer(gtk_label_new(question.text))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_box_append(widget.pointer(), label.widget)
    let row = ObjectPointer(gtk_flow_box_new())
    gtk_flow_box_set_selection_mode(row.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(row.opaque, 6)
    var first: ObjectPointer?
    choices = question.choices.map { choice in
      let button = ObjectPointer(gtk_toggle_button_new_with_label(choice))
      if let first { gtk_toggle_button_set_group(button.pointer(), first.pointer()) } else { first = button }
      gtk_flow_box_append(row.opaque, button.widget)
      button.connect("toggled") { changed() }
      return (choice, button)
    }
    entry = question.choices.isEmpty ? ObjectPointer(gtk_entry_new()) : nil
    gtk_box_append(widget.pointer(), (entry ?? row).widget)
    if let entry {
      entry.setAccessibleName(question.text)
      gtk_entry_set_max_length(entry.pointer(), 1000)
    }
  }

  var isAnswered: Bool { entry != nil || choices.contains { $0.button.isOn } }

  var answer: String {
    get {
      if let entry { return String(cString: gtk_editable_get_text(entry.opaque)) }
      return choices.first { $0.button.isOn }?.text ?? ""
    }
    set {
      if let entry { gtk_editable_set_text(entry.opaque, newValue) }
      for (text, button) in choices { gtk_toggle_button_set_active(button.pointer(), text == newValue ? 1 : 0) }
    }
  }
}

extension ObjectPointer {
  fileprivate var isOn: Bool { gtk_toggle_button_get_active(pointer()) != 0 }
}
