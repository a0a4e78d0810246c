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
      // If this fails, there is nowhere left to report it.
      error: { _ = FileOutput.write($0, to: STDERR_FILENO) }
    )
  }

  /// Ends the process by the signal, as other tools end in a pipe whose reader has closed, as in `engine-lab … | head`.
  private static func endByBrokenPipe() {
    // The signal has ended the process already, unless its parent made it ignore the signal.
    signal(SIGPIPE, SIG_DFL)
    kill(getpid(), SIGPIPE)
  }

  private static var standardErrorWidth: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    let result = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
    // Some terminals report no size; all have at least 80 columns.
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
