/// What a file of Xournal++ says besides what lies on its pages.
extension XournalReading {
  /// Everything that was found, once all pages were read.
  ///
  /// - Throws: if it is no such document, has no such page, holds more than the budget, or nothing could be read of it.
  func finish() throws(InkFileError) -> InkFileFacts {
    let damage = damageOfAll
    if let error {
      if error.isOfLimit { throw error }
      if current == 0 { throw isPackingDamaged ? damage.error ?? error : error }
    }
    if let wanted, current < wanted { throw InkFileError(noPage: wanted, of: current) }
    if !hasContent, let error = damage.error { throw error }
    var facts = InkFileFacts()
    facts.damage = current > 1 ? damage : damage.withoutPages
    facts.pageCount = current
    facts.leftOutOfArchive = leftOutOfArchive
    facts.notes = notes
    facts.leftOut =
      lines(of: unkept) { "\($0) is not kept" }
      + lines(of: flattened) { "\($0) beyond \(Self.layerLimit) of a page become one with the last" }
    return facts
  }

  private var damageOfAll: InkDamage {
    guard let packingFault else { return damage }
    let isWhole = error == nil
    let rest = isWhole ? "the document goes to its end, but may be changed" : "what follows is lost"
    var all = InkDamage()
    all.page = isWhole ? nil : damage.page
    all.add("\(packingFault): \(rest)", line: nil)
    all.isTruncated = !isWhole
    all.page = nil
    all.add(damage)
    return all
  }

  private var notes: [String] {
    var notes: [String] = []
    if let wanted, current > 1 {
      let which = wanted == 1 ? "the first" : "number \(wanted)"
      notes.append("it has \(current) pages, of which this is \(which); --page reads another")
    }
    if commas > 0 { notes.append("\(commas) × a <stroke> has decimal commas, which are read as points") }
    notes += lines(of: outside) { "\($0) lies outside of any page, and is on the one before" }
    return notes + lines(of: unread) { "\($0) is not read" }
  }

  private func lines(of tally: InkTally, _ sentence: (_ kind: String) -> String) -> [String] {
    (current > 1 ? tally : tally.withoutPages).lines(sentence)
  }
}
