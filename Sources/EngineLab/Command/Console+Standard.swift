import Foundation

extension Console {
  /// The console of this process.
  package static var standard: Console {
    Console(
      terminalWidth: standardErrorWidth,
      styler: TextStyler(
        isTerminal: isatty(STDOUT_FILENO) == 1,
        environment: ProcessInfo.processInfo.environment
      ),
      // A reader that has gone away, as in `engine-lab … | head`, is no error.
      output: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      error: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    )
  }

  private static var standardErrorWidth: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    let result = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
    // Some terminals answer with no size; 80 columns are what they all have.
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
