/// What became of a launch.
@usableFromInline
package enum Launching: Sendable {
  /// Its task is to be made.
  case begins
  /// It begins when its turn has come.
  case waits
  /// It never begins.
  case refused
}
