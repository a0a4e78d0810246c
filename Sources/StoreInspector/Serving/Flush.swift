import Foundation

/// The buffer of the standard output, which is not a line's if that is no terminal.
enum Flush {
  static func standardOutput() { fflush(nil) }
}
