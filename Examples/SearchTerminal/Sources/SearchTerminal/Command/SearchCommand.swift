import ElmEngine
import Foundation
import StoreInspector

/// The command: on a terminal the app, else a search for each line of the input.
@MainActor
public enum SearchCommand {
  enum Status: Int32 {
    case found = 0
    case notFound = 1
    case badInput = 2
    case interrupted = 130
  }

  /// Runs the command with the arguments of the process, and returns its exit status.
  public static func run() async -> Int32 {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      if arguments.wantsHelp {
        print(Arguments.usage)
        return Status.found.rawValue
      }
      let folder = try DiskFolder(path: arguments.folder)
      if Terminal.isPresent {
        if arguments.inspects { await inspect() }
        return try await live(folder, limit: arguments.limit).rawValue
      }
      guard !arguments.inspects else {
        throw CommandError("--inspect: needs a terminal, as the app ends with its input")
      }
      let queries = try lines(of: FileHandle.standardInput.readToEnd() ?? Data())
      return await plain(queries, folder: folder, limit: arguments.limit) { print($0) }.rawValue
    } catch {
      FileHandle.standardError.write(Data("search-terminal: \(error)\n".utf8))
      return Status.badInput.rawValue
    }
  }

  /// Prints the address of an inspector, and waits until the user begins: the app has the whole terminal.
  private static func inspect() async {
    // Before there is any store.
    let inspector = Inspector.start(control: true, inRelease: true)
    guard await !inspector.address.isEmpty else { return }
    print("Open it in a browser, then press Enter to begin.")
    // The main actor answers the page meanwhile.
    _ = await Task.detached { readLine() }.value
  }

  /// Shows the app until the user leaves it.
  private static func live(_ folder: DiskFolder, limit: Int) async throws -> Status {
    let terminal = try Terminal()
    defer { terminal.restore() }
    let app = SearchApp(folder: folder, keys: Terminal.keys(), debounce: .milliseconds(150), limit: limit)

    app.prompt.send(.follow)
    // Drawn like a view: drawn again when something that was read for it has changed.
    for await screen in ObservedValues({ app.screen(size: terminal.size) }) {
      guard let screen else { break }
      terminal.show(screen.lines, cursor: screen.cursor)
    }
    return app.prompt.state.ending == .quit ? .found : .interrupted
  }

  /// Searches for one text after another, and prints the result of each search.
  static func plain(
    _ queries: [String],
    folder: any TextFolder,
    limit: Int,
    print: (String) -> Void
  ) async -> Status {
    let app = SearchApp(folder: folder, debounce: .zero, limit: limit)
    var status = Status.notFound
    for query in queries {
      let finding = await app.search(query)
      print("\(query): \(finding.status)")
      for hit in finding.hits { print("  \(hit)") }
      if finding.failure != nil { return .badInput }
      if !finding.hits.isEmpty { status = .found }
    }
    return status
  }

  /// The lines of an input that are not empty.
  ///
  /// - Throws: ``CommandError`` for bytes that are not text, and if there is no line.
  static func lines(of input: Data) throws -> [String] {
    var lines: [String] = []
    for (index, line) in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard let text = String(data: line, encoding: .utf8) else {
        throw CommandError("standard input: line \(index + 1) is not UTF-8 text")
      }
      let query = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if !query.isEmpty { lines.append(query) }
    }
    guard !lines.isEmpty else { throw CommandError("standard input: has no line to search for") }
    return lines
  }
}
