package import TouchReelInputEvents

extension LiveDrawing {
  /// Whether strokes in progress are predicted. Those that are down when this is switched on are not.
  package var isPredicting: Bool {
    get { prediction != nil }
    set { if newValue != isPredicting { prediction = newValue ? StrokePrediction() : nil } }
  }

  /// Where strokes in progress will be in a moment, which is never recorded; none if they are not predicted.
  ///
  /// - Parameter now: on the caller's clock.
  package func predictedPieces(at now: Timestamp) -> [StrokePrediction.Piece] {
    prediction?.pieces(at: now.advanced(by: shift)) ?? []
  }
}
