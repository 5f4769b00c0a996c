/// Runs that give several figures: the rows of a round share one run, instead of one for each figure.
final class SharedRuns<Figure: Hashable, Result> {
  private let run: () throws -> Result
  private var last: Result?
  private var taken: Set<Figure> = []

  init(_ run: @escaping () throws -> Result) { self.run = run }

  /// The last run, or a new one if that has given this figure already.
  func run(for figure: Figure) throws -> Result {
    if let last, taken.insert(figure).inserted { return last }
    let result = try run()
    (last, taken) = (result, [figure])
    return result
  }
}
