import Foundation

/// What is known of a part of a search: the seeds that one command has played, on whatever machine.
struct SearchPart: Equatable, Sendable {
  /// The beginning of a part's file.
  struct Head: Codable, Equatable {
    var format = 1
    let title: String
    /// The arguments of the command, except its seeds.
    let search: [String]
    /// A number that tells the contents of the files apart that were read.
    let contents: String
    let first: UInt64
    let seeds: Int
  }

  /// A schedule in which engines differ.
  struct Found: Codable, Equatable {
    let seed: UInt64
    let differences: [String]
    /// The command that reproduces it.
    let command: String
    /// The command that plays the schedule that was cut down, if there is one.
    var replay: String?
  }

  /// A later line of a part's file.
  struct News: Codable, Equatable {
    /// How many seeds were played, from the first one on.
    var played: Int?
    var found: Found?
    /// The reasons why the schedules prove nothing, at the end of a part without a difference.
    var doubts: [String]?
  }

  let head: Head
  private(set) var played = 0
  private(set) var found: Found?
  /// The doubts of a part that has ended; nil for one that has not.
  private(set) var doubts: [String]?

  init(_ head: Head) { self.head = head }

  mutating func add(_ news: News) {
    played = news.played ?? played
    found = news.found ?? found
    doubts = news.doubts ?? doubts
  }
}

// MARK: Files

extension SearchPart {
  /// The end of the names of the files.
  static let suffix = ".seeds.jsonl"

  /// Returns the path of a part's file in a folder: the same each time it is played.
  static func path(in folder: String, first: UInt64, seeds: Int) -> String {
    "\(folder)/\(first)-\(seeds)\(suffix)"
  }

  /// Reads a part's file.
  ///
  /// A last line that is not whole is that of a process that was ended in it.
  init(contentsOf path: String) throws(LabError) {
    try FileProbe.checkFile(at: path)
    func refusal(_ reason: String) -> LabError { LabError(subject: path, reason: reason) }
    guard let data = FileProbe.contents(ofFileAt: path, upToCount: SessionFile.sizeLimit) else {
      throw refusal("the file cannot be read.")
    }
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    let decoder = JSONDecoder()
    guard let first = lines.first, let head = try? decoder.decode(Head.self, from: first) else {
      throw refusal("this is no part of a search: 'engine-lab explore --findings' has written nothing in it.")
    }
    guard head.format == 1, head.seeds > 0, !head.first.addingReportingOverflow(UInt64(head.seeds - 1)).overflow else {
      throw refusal("the part of a search has another format than this version reads.")
    }
    self.init(head)
    for (number, line) in lines.enumerated().dropFirst() {
      guard let news = try? decoder.decode(News.self, from: line), (0...head.seeds).contains(news.played ?? 0) else {
        throw refusal("line \(number + 1) is no news of a search.")
      }
      add(news)
    }
  }
}

/// The file to which a command writes what it plays of a search, while it goes on.
@MainActor
final class SearchPartOutput {
  private let file: OutputFile.OpenFile
  private let seeds: Int
  private var told = 0
  /// Is told once why the file cannot be written to its end.
  private let onFailure: (LabError) -> Void
  private(set) var hasFailed = false

  /// Makes the folder of a search if it is missing.
  static func makeFolder(_ path: String) throws(LabError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw LabError(subject: path, reason: "the folder for the findings cannot be made.")
    }
  }

  /// Begins the file in a folder.
  init(_ head: SearchPart.Head, in folder: String, onFailure: @escaping (LabError) -> Void) throws {
    let path = SearchPart.path(in: folder, first: head.first, seeds: head.seeds)
    file = try OutputFile(path: path, noun: "findings").open()
    seeds = head.seeds
    self.onFailure = onFailure
    write(head)
  }

  /// Writes how many seeds were played, from the first one on, a hundred times in all.
  func note(played: Int) {
    guard played - told >= max(1, seeds / 100) else { return }
    told = played
    write(SearchPart.News(played: played))
  }

  func note(_ news: SearchPart.News) { write(news) }

  private func write(_ line: some Encodable) {
    guard !hasFailed else { return }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try file.write(String(decoding: try encoder.encode(line), as: UTF8.self) + "\n")
    } catch {
      hasFailed = true
      onFailure(error as? LabError ?? LabError(subject: "--findings", reason: "the news cannot be written."))
    }
  }

  deinit { file.close() }
}

extension SearchPart.Head {
  /// A number that is the same for the same contents.
  static func number(of contents: [Data]) -> String {
    // FNV-1a: it has to be the same on each machine, and no more.
    var number: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in contents.joined(separator: [0]) { number = (number ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(number, radix: 16)
  }
}
