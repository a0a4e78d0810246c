/// The quarters of a whole, of which reports tell instead of every single part.
enum Quarter {
  /// Counts the quarters that are complete.
  ///
  /// - Parameters:
  ///   - done: The part that is done.
  ///   - total: The whole; more than zero.
  /// - Returns: A number from 0 to 4.
  static func count(_ done: Int, of total: Int) -> Int {
    done * 4 / total
  }
}
