import Foundation
import StoreSimulation

/// A process that plays some of the schedules, so that all cores have work.
struct ExploreWorker: Sendable {
  /// The lines that it prints, until it ends.
  let lines: AsyncStream<String>
  let stop: @Sendable () -> Void

  /// Starts this executable again, or another one, with arguments.
  static func start(_ arguments: [String], executable: URL? = Bundle.main.executableURL) throws -> ExploreWorker {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    // It prints nothing there that its parent does not print.
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    // Ends with the process, which closes the pipe.
    Thread.detachNewThread {
      var rest = Data()
      // Not by `availableData`, which ends the program if a signal interrupts it.
      while let data = FileProbe.next(in: output.fileHandleForReading.fileDescriptor) {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = rest[(end + 1)...]
        }
      }
      continuation.finish()
    }
    return ExploreWorker(lines: lines) { if process.isRunning { process.terminate() } }
  }
}

/// The search for the first schedule in which engines differ, by several processes.
@MainActor
final class ExploreWorkers {
  enum Message: Equatable {
    /// Engines agree in a number of schedules.
    case played(Int)
    /// Engines differ in the schedule of a seed.
    case found(UInt64)
    /// The reason why the schedules that were played may prove nothing.
    case doubt(String)

    init?(_ line: String) {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { return nil }
      switch (words[0], UInt64(words[1])) {
      case ("played", let count?): self = .played(Int(count))
      case ("found", let seed?): self = .found(seed)
      case ("doubt", _): self = .doubt(words[1])
      default: return nil
      }
    }

    var line: String {
      switch self {
      case .played(let count): "played \(count)\n"
      case .found(let seed): "found \(seed)\n"
      case .doubt(let doubt): "doubt \(doubt.printable)\n"
      }
    }
  }

  /// The shares of the schedules, and the number of schedules that were played of each.
  private var shares: [SeedRange] = []
  private var played: [Int] = []
  private let progress: @MainActor (_ played: Int, _ playedFromFirst: Int) -> Void
  /// The seed of the first schedule in which engines differ; nil if they agree in all that were played.
  private(set) var found: UInt64?
  /// The doubts that all processes so far have reported; nil before the first report.
  private var commonDoubts: Set<String>?

  /// Creates a search without processes; `progress` gets the number of schedules that were played, and of those before
  /// the first that was not.
  init(progress: @escaping @MainActor (_ played: Int, _ playedFromFirst: Int) -> Void) {
    self.progress = progress
  }

  /// The reasons why the schedules may prove nothing, in order.
  var doubts: [String] { commonDoubts?.sorted() ?? [] }

  /// Notes the doubts about some schedules: what has not come in them may have come in others.
  func note(doubts: [String]) {
    commonDoubts = commonDoubts.map { $0.intersection(doubts) } ?? Set(doubts)
  }

  /// Lets processes play schedules, each its share, up to the first in which engines differ.
  ///
  /// If a process ends early, the rest of its share is played here: `playHere` reports in how many schedules engines
  /// agree, and returns the seed of the one in which they do not.
  func search(
    _ seeds: SeedRange,
    among count: Int,
    start: (SeedRange) throws -> ExploreWorker,
    playHere: (SeedRange, (Int) -> Void) async -> UInt64?
  ) async throws {
    shares = seeds.shared(among: count)
    played = shares.map { _ in 0 }
    var workers: [ExploreWorker] = []
    // Also if one of them cannot be started.
    defer { for worker in workers { worker.stop() } }
    for share in shares { workers.append(try start(share)) }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        for (index, worker) in workers.enumerated() { group.addTask { await self.follow(worker, number: index) } }
      }
    } onCancel: { [workers] in
      for worker in workers { worker.stop() }
    }
    for index in shares.indices where !Task.isCancelled {
      guard let rest = rest(of: index) else { continue }
      let before = played[index]
      let seed = await playHere(rest) { take(.played(before + $0), from: index) }
      if let seed { take(.found(seed), from: index) }
    }
  }

  private func follow(_ worker: ExploreWorker, number: Int) async {
    var doubts: [String] = []
    for await line in worker.lines {
      let message = Message(line)
      if case .doubt(let doubt) = message { doubts.append(doubt) }
      take(message, from: number)
      // The others continue up to the found seed, so that the first one is found.
      if found != nil, rest(of: number) == nil { worker.stop() }
    }
    // If a process ended early, it is unknown what has come in its schedules.
    note(doubts: doubts)
  }

  /// Returns the schedules of a share that are still to be played, up to the first in which engines differ.
  private func rest(of index: Int) -> SeedRange? {
    shares[index].dropping(played[index]).flatMap { rest in found.map { rest.first < $0 } ?? true ? rest : nil }
  }

  /// The number of schedules before the first that was not played.
  private var playedFromFirst: Int {
    // They were dealt out one by one.
    shares.indices.map { played[$0] < shares[$0].count ? played[$0] * shares.count + $0 : .max }.min()
      .map { min($0, played.reduce(0, +)) } ?? 0
  }

  private func take(_ message: Message?, from index: Int) {
    switch message {
    case .played(let count):
      played[index] = count
      progress(played.reduce(0, +), playedFromFirst)
    case .found(let seed): found = min(found ?? seed, seed)
    case .doubt, nil: break
    }
  }
}
