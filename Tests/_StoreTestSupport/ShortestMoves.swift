/// Removes the moves that are not needed for a difference.
///
/// - Parameters:
///   - moves: The moves that have led to the difference.
///   - difference: The difference.
///   - moveCount: The number of moves up to a difference.
///   - play: Plays some of the moves anew; `nil` if they lead to no difference.
/// - Returns: The moves that are left, and the difference that they lead to.
@MainActor
package func shortest<Move, Difference>(
  _ moves: [Move],
  from difference: Difference,
  moveCount: KeyPath<Difference, Int>,
  play: @MainActor ([Move]) async -> Difference?
) async -> (moves: [Move], difference: Difference) {
  var best = Array(moves.prefix(difference[keyPath: moveCount]))
  var found = difference
  var size = max(1, best.count / 2)
  while true {
    var start = 0
    while start < best.count {
      var shorter = best
      shorter.removeSubrange(start..<min(start + size, shorter.count))
      if let difference = await play(shorter) {
        found = difference
        best = Array(shorter.prefix(difference[keyPath: moveCount]))
      } else {
        start += size
      }
    }
    if size == 1 { return (best, found) }
    size /= 2
  }
}
