/// A key of the terminal, as far as the app knows it.
enum Key: Hashable, Sendable {
  case character(Character)
  case enter
  case backspace
  case escape
  case up
  case down
  /// Ctrl-U.
  case clear
  /// Ctrl-Z.
  case undo
  /// Ctrl-Y.
  case redo
  /// Ctrl-C, or a signal that asks the process to end.
  case interrupt
  /// Ctrl-D.
  case endOfInput
}
