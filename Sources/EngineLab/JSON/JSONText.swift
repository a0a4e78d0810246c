package import Foundation

/// A JSON text that Foundation has accepted, with the lines of its values.
package struct JSONText: Sendable {
  /// The outline of the whole text.
  package let root: JSONOutline

  private let bytes: [UInt8]
  private let lines: LineTable

  /// Reads a JSON text, with or without a byte order mark, whatever its line ends.
  ///
  /// - Parameters:
  ///   - data: The contents of the file.
  ///   - file: The name of the file, for messages.
  /// - Throws: A ``ScenarioError`` if the data is empty, no UTF-8 text, or no JSON.
  package init(_ data: Data, file: String) throws(ScenarioError) {
    var bytes = Array(data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    self.bytes = bytes
    lines = LineTable(bytes)
    if bytes.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) {
      throw ScenarioError(file: file, reason: "the file is empty.")
    }
    if let place = TextCheck.firstBinaryByte(in: bytes) {
      throw ScenarioError(
        file: file,
        line: lines.line(of: place),
        reason: "the file is not UTF-8 text but binary data."
      )
    }
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    } catch {
      throw Self.syntaxError(in: bytes, file: file)
    }
    var scanner = JSONOutline.Scanner(bytes)
    guard let root = try? scanner.scan() else { throw Self.syntaxError(in: bytes, file: file) }
    self.root = root
  }

  /// The line of a place in the text, counted from 1.
  ///
  /// - Parameter offset: A place in the text, in bytes after the byte order mark.
  /// - Returns: The number of the line.
  /// - Complexity: O(log *n*) in the number of lines.
  package func line(of offset: Int) -> Int {
    lines.line(of: offset)
  }

  /// The string at a place that the outline calls a string or a key, its escapes resolved.
  package func string(at range: Range<Int>) -> String? {
    try? JSONDecoder().decode(String.self, from: Data(bytes[range]))
  }

  /// The number at a place that the outline calls a number.
  ///
  /// - Returns: The number, or nil if it is not whole or does not fit.
  package func integer(at range: Range<Int>) -> Int? {
    try? JSONDecoder().decode(Int.self, from: Data(bytes[range]))
  }

  /// The number at a place that the outline calls a number, or nil if it does not fit.
  package func number(at range: Range<Int>) -> Double? {
    try? JSONDecoder().decode(Double.self, from: Data(bytes[range]))
  }

  /// Finds the place of an error that Foundation has reported.
  ///
  /// Foundation's own place is a phrase inside a debug description, which differs by platform, is missing for errors
  /// at the end, and calls some errors near the end an unexpected end. So the place is computed.
  private static func syntaxError(in bytes: [UInt8], file: String) -> ScenarioError {
    var scanner = JSONOutline.Scanner(bytes)
    do throws(JSONOutline.Stop) {
      _ = try scanner.scan()
    } catch {
      switch error {
      case .end:
        let last = bytes.lastIndex { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } ?? 0
        let line = LineTable(bytes).line(of: last)
        return ScenarioError(file: file, line: line, reason: "not valid JSON: the text ends inside a value.")
      case .tooDeep(let offset):
        let line = LineTable(bytes).line(of: offset)
        return ScenarioError(file: file, line: line, reason: "not valid JSON: nested too deeply.")
      case .unexpected(let offset):
        return unexpected(at: offset, in: bytes, file: file)
      }
    }
    // The structure is sound, so Foundation refused what stands inside a string or a number.
    let broken = scanner.scalars.first { range in
      let token = Data(bytes[range])
      return (try? JSONSerialization.jsonObject(with: token, options: .fragmentsAllowed)) == nil
    }
    if let broken { return unexpected(at: broken.lowerBound, in: bytes, file: file) }
    return ScenarioError(file: file, reason: "not valid JSON.")
  }

  private static func unexpected(at offset: Int, in bytes: [UInt8], file: String) -> ScenarioError {
    let rest = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    // Cut by characters, not bytes, so that the excerpt stays text.
    let excerpt = String(String(decoding: rest, as: UTF8.self).prefix(20))
    let place = excerpt.isEmpty ? "at the end of the line" : "near '\(excerpt.printable)'"
    return ScenarioError(file: file, line: LineTable(bytes).line(of: offset), reason: "not valid JSON \(place).")
  }
}
