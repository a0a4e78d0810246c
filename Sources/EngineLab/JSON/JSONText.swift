import Foundation

/// A JSON text with the lines of its values.
struct JSONText: Sendable {
  /// The value of the whole text.
  let root: JSONNode

  private let file: String
  private let lines: LineTable

  /// Reads a JSON text, with or without a byte order mark, whatever its line ends.
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - file: The name of the file, for messages.
  /// - Throws: A ``ScenarioError`` if the data is empty, no UTF-8 text, or no JSON.
  init(_ data: Data, file: String) throws(ScenarioError) {
    var bytes = Array(data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let lines = LineTable(bytes)
    func error(at place: Int, _ reason: String) -> ScenarioError {
      ScenarioError(file: file, line: lines.line(of: place), reason: reason)
    }
    guard let last = bytes.lastIndex(where: { !Self.isSpace($0) }) else {
      throw ScenarioError(file: file, reason: "the file is empty.")
    }
    if let place = TextCheck.firstBinaryByte(in: bytes) {
      throw error(at: place, "the file is not UTF-8 text but binary data.")
    }
    do throws(JSONParser.Stop) {
      var parser = JSONParser(bytes)
      root = try parser.parse()
    } catch let stop {
      throw switch stop {
      case .end: error(at: last, "not valid JSON: the text ends inside a value.")
      case .tooDeep(let place): error(at: place, "not valid JSON: nested too deeply.")
      case .unexpected(let place): error(at: place, "not valid JSON \(Self.excerpt(of: bytes[place...])).")
      }
    }
    self.file = file
    self.lines = lines
  }

  /// Decodes a value from the whole text.
  ///
  /// - Throws: A ``ScenarioError`` with the line of the first problem.
  func decode<Value: Decodable>(_ type: Value.Type) throws(ScenarioError) -> Value {
    do {
      return try NodeDecoder(node: root).decode(type)
    } catch let problem as ReadingProblem {
      throw ScenarioError(file: file, line: lines.line(of: problem.place), reason: problem.reason)
    } catch {
      throw ScenarioError(file: file, reason: "\(error)")
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x0A, 0x0D, 0x09].contains(byte)
  }

  private static func excerpt(of rest: ArraySlice<UInt8>) -> String {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    // Cut by characters, not bytes, so that the excerpt stays text.
    let excerpt = String(decoding: line, as: UTF8.self).prefix(20)
    return excerpt.isEmpty ? "at the end of the line" : "near '\(excerpt.printable)'"
  }
}

/// Where the lines of a text begin.
///
/// `\n`, `\r\n` and a lone `\r` each end a line.
struct LineTable: Sendable {
  /// The offsets at which lines begin, in rising order; the first is 0.
  private var starts = [0]

  /// Finds the lines of a text.
  init(_ bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() {
      let next = index + 1
      switch byte {
      case UInt8(ascii: "\n"):
        starts.append(next)
      case UInt8(ascii: "\r") where next == bytes.count || bytes[next] != UInt8(ascii: "\n"):
        starts.append(next)
      default:
        break
      }
    }
  }

  /// The line of a place in the text, counted from 1.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
