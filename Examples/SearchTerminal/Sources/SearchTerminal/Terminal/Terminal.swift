import Foundation
import Synchronization

/// The terminal that the process was started in, in raw mode: keys come one by one, unprinted.
///
/// ``restore()`` returns it to its earlier state. It is called at the end in any case.
final class Terminal {
  private var saved = termios()
  private var isRestored = false

  /// Whether both ends of the process are a terminal.
  static var isPresent: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Switches to raw mode and to the terminal's other screen.
  ///
  /// - Throws: ``CommandError`` if standard input is not a terminal.
  init() throws {
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw CommandError("standard input is no terminal") }
    var raw = saved
    cfmakeraw(&raw)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else {
      throw CommandError("the terminal has no raw mode")
    }
    write("\u{1B}[?1049h")
  }

  deinit {
    restore()
  }

  /// Switches back, once.
  func restore() {
    guard !isRestored else { return }
    isRestored = true
    write("\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
  }

  /// The current number of columns and rows.
  var size: ScreenSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Shows lines instead of all others, with the cursor at a column of the first one.
  func show(_ lines: [String], cursor: Int) {
    // Line by line in place, so that nothing flickers; raw mode needs both ends of a line.
    let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    write("\u{1B}[?25l\u{1B}[H" + text + "\u{1B}[J\u{1B}[1;\(cursor + 1)H\u{1B}[?25h")
  }

  private func write(_ text: String) {
    // A closed terminal cannot be written to; its signal ends the app.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}

extension Terminal {
  /// The keys that are pressed from now on, until the terminal closes; signals that end the process come as interrupts.
  ///
  /// The file descriptor and the signals are released when the stream's iteration ends.
  static func keys() -> AsyncStream<Key> {
    let (stream, continuation) = AsyncStream.makeStream(of: Key.self)
    let queue = DispatchQueue(label: "search-terminal.keys")
    let decoder = Mutex(KeyDecoder())

    // Dispatch sources may be used from any thread; their Swift protocols do not say so on every platform.
    nonisolated(unsafe) let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    input.setEventHandler { @Sendable in
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else {
        if count == 0 || (errno != EINTR && errno != EAGAIN) { continuation.finish() }
        return
      }
      for key in decoder.withLock({ $0.decode(bytes.prefix(count)) }) { continuation.yield(key) }
    }
    // As above.
    nonisolated(unsafe) let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for source in signals {
      source.setEventHandler { @Sendable in continuation.yield(.interrupt) }
    }
    continuation.onTermination = { _ in
      input.cancel()
      for source in signals { source.cancel() }
    }
    input.resume()
    for source in signals { source.resume() }
    return stream
  }
}
