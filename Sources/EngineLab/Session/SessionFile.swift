import Foundation
import StoreRecording

/// The reading of a session that `engine-lab run --record` has written.
///
/// The first line has the number of the format, each other one a record or a store. Only a line at a time is read, and
/// what is kept is limited with the size of the file.
struct SessionFile {
  /// The size of the largest file that is written or read.
  static let sizeLimit = 32 << 20
  /// The length of the longest line; texts of records are cut far below it.
  static let lineLimit = 1 << 16

  private let path: String
  private let limit: Int
  private let decoder = JSONDecoder()
  private var session = SessionText()
  private var line = 0

  /// Reads a session; of one that ends inside a line, the lines before it, with the problem.
  static func read(
    _ path: String,
    limit: Int = sizeLimit
  ) throws(LabError) -> (session: SessionText, problem: LabError?) {
    try FileProbe.checkFile(at: path)
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw LabError(subject: path, reason: "the file cannot be read.")
    }
    defer { try? handle.close() }
    var file = SessionFile(path: path, limit: limit)
    let problem = try file.read(handle)
    return (file.session, problem)
  }

  static func tooLong(_ path: String, line: Int? = nil, limit: Int = sizeLimit) -> LabError {
    LabError(subject: path, line: line, reason: "the session is longer than \(limit >> 20) MiB, the limit.")
  }

  private init(path: String, limit: Int) { (self.path, self.limit) = (path, limit) }

  private func error(_ reason: String) -> LabError { LabError(subject: path, line: line, reason: reason) }

  private mutating func read(_ handle: FileHandle) throws(LabError) -> LabError? {
    var rest = Data()
    var size = 0
    while true {
      let chunk: Data
      do { chunk = try handle.read(upToCount: 1 << 16) ?? Data() } catch {
        throw LabError(subject: path, reason: "the file cannot be read.")
      }
      if chunk.isEmpty { break }
      size += chunk.count
      rest.append(chunk)
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        try add(rest[rest.startIndex..<end])
        rest = rest[(end + 1)...]
      }
      // Without the bytes that were read.
      rest = Data(rest)
      if rest.count > Self.lineLimit {
        line += 1
        throw error("the line is longer than \(Self.lineLimit >> 10) KiB, as none of a session is.")
      }
      if size > limit { throw Self.tooLong(path, line: line + 1, limit: limit) }
    }
    if line == 0, rest.isEmpty { throw LabError(subject: path, reason: "the file is empty.") }
    guard !rest.isEmpty else { return nil }
    do throws(LabError) { try add(rest) } catch {
      guard line > 1 else { throw error }
      return self.error("the session ends inside this line; what was recorded after it is lost.")
    }
    return nil
  }

  private mutating func add(_ bytes: Data) throws(LabError) {
    line += 1
    if line == 1 { return try checkHead(bytes) }
    if let record = try? decoder.decode(RecordText.self, from: bytes) {
      guard record.number > session.records.last?.number ?? 0 else {
        throw error("the record has the number \(record.number), which is not above the one before.")
      }
      session.add(record)
    } else if let store = try? decoder.decode(StoreText.self, from: bytes) {
      session.add(store)
    } else {
      throw error("this is no record of a session.")
    }
  }

  private func checkHead(_ bytes: Data) throws(LabError) {
    guard let head = try? decoder.decode(Head.self, from: bytes) else {
      throw error("this is no session, as 'engine-lab run --record' writes it.")
    }
    guard head.format <= SessionWriter.format else {
      let own = SessionWriter.format
      throw error("the session has the format \(head.format), and this engine-lab reads \(own). Use a newer one.")
    }
  }

  private struct Head: Decodable {
    let format: Int
  }
}
