/// What a file of ink says besides what lies on its pages, one line for each kind, as ``InkPage`` has it of one.
package struct InkFileFacts: Hashable, Sendable {
  package var pageCount = 1
  package var notes: [String] = []
  package var leftOut: [String] = []
  package var leftOutOfArchive: [String] = []
  package var damage = InkDamage()

  package init() {}
}

extension InkPage {
  /// What is said of its file, of which it is the only page that was read.
  package var facts: InkFileFacts {
    get {
      var facts = InkFileFacts()
      (facts.pageCount, facts.notes, facts.damage) = (pageCount, notes, damage)
      (facts.leftOut, facts.leftOutOfArchive) = (leftOut, leftOutOfArchive)
      return facts
    }
    set {
      (pageCount, notes, damage) = (newValue.pageCount, newValue.notes, newValue.damage)
      (leftOut, leftOutOfArchive) = (newValue.leftOut, newValue.leftOutOfArchive)
    }
  }
}
