import Foundation

/// The output of a command.
struct Console: Sendable {
  /// The number of columns if standard error is a terminal; nil otherwise.
  let terminalWidth: Int?
  var styler = TextStyler.plain

  /// Writes to standard output, or throws; adds nothing to the text.
  let output: @Sendable (String) throws(LabError) -> Void

  /// Writes to standard error; adds nothing to the text.
  let error: @Sendable (String) -> Void
}

extension Console {
  static var standard: Console {
    Console(
      terminalWidth: standardErrorWidth,
      styler: TextStyler(isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment),
      output: { text throws(LabError) in
        guard !FileOutput.write(text, to: STDOUT_FILENO) else { return }
        let number = errno
        guard number != EPIPE else { return endByBrokenPipe() }
        throw LabError(
          subject: "standard output",
          reason: "the text cannot be written there (\(String(cString: strerror(number)))). Direct it to another place."
        )
      },
      // Where this fails there is nobody left to tell.
      error: { _ = FileOutput.write($0, to: STDERR_FILENO) }
    )
  }

  /// Ends the process as other tools end in a pipe whose reader has gone, as in `engine-lab … | head`: by the signal.
  private static func endByBrokenPipe() {
    // The signal has ended it already, unless whoever started the process has it ignored.
    signal(SIGPIPE, SIG_DFL)
    kill(getpid(), SIGPIPE)
  }

  private static var standardErrorWidth: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    let result = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
    // Some terminals answer with no size; 80 columns are what they all have.
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
