/// Whether pictures show what is selected, and the marquee: windows do, renders do not.
public enum SelectionMarks: String, Hashable, Sendable, CaseIterable {
  case hidden, shown
}
