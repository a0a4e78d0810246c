import Foundation

/// A process that plays some of the schedules, so that all cores have work.
struct ExploreWorker: Sendable {
  /// What it prints, a line for each element, until it ends.
  let lines: AsyncStream<String>
  /// Ends it.
  let stop: @Sendable () -> Void

  /// Starts this executable once more, with other arguments.
  ///
  /// - Throws: What the system says where it cannot be started.
  static func start(_ arguments: [String]) throws -> ExploreWorker {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    // It says nothing there that its parent does not say.
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    // Ends with the process, which closes the pipe.
    Thread.detachNewThread {
      var rest = Data()
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = rest[(end + 1)...]
        }
      }
      continuation.finish()
    }
    let identifier = process.processIdentifier
    return ExploreWorker(lines: lines) {
      kill(identifier, SIGTERM)
      process.waitUntilExit()
    }
  }
}

/// The search for the first schedule in which engines differ, by several processes.
@MainActor
final class ExploreWorkers {
  /// What a process tells of itself.
  enum Message: Equatable {
    /// It has played so many schedules.
    case played(Int)
    /// Engines differ in the schedule of a seed.
    case found(UInt64)

    init?(_ line: String) {
      let words = line.split(separator: " ")
      switch (words.first, words.last.flatMap { UInt64($0) }) {
      case ("played", let count?): self = .played(Int(count))
      case ("found", let seed?): self = .found(seed)
      default: return nil
      }
    }

    var line: String {
      switch self {
      case .played(let count): "played \(count)\n"
      case .found(let seed): "found \(seed)\n"
      }
    }
  }

  private var played: [Int: Int] = [:]
  /// The seed of the first schedule in which engines differ; nil where they agree in all that were played.
  private(set) var found: UInt64?

  /// Has processes play schedules, each its share, up to the first in which engines differ.
  ///
  /// - Parameters:
  ///   - seeds: The schedules.
  ///   - count: How many processes there are.
  ///   - start: Starts one that plays a share.
  ///   - progress: Is told how many schedules were played.
  /// - Throws: What `start` throws.
  func search(
    _ seeds: SeedRange,
    among count: Int,
    start: (SeedRange) throws -> ExploreWorker,
    progress: @escaping @MainActor (Int) -> Void
  ) async throws {
    let shares = seeds.shared(among: count)
    var workers: [ExploreWorker] = []
    for share in shares {
      do {
        workers.append(try start(share))
      } catch {
        for worker in workers { worker.stop() }
        throw error
      }
    }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        for index in workers.indices {
          let (worker, share) = (workers[index], shares[index])
          group.addTask { await self.follow(worker, number: index, playing: share, progress) }
        }
      }
    } onCancel: { [workers] in
      for worker in workers { worker.stop() }
    }
  }

  private func follow(
    _ worker: ExploreWorker,
    number: Int,
    playing share: SeedRange,
    _ progress: @MainActor (Int) -> Void
  ) async {
    for await line in worker.lines {
      take(Message(line), from: number, progress)
      // The others go on up to that seed, so that it is the first.
      if let found, share.first + UInt64(played[number] ?? 0) * share.step > found { worker.stop() }
    }
  }

  private func take(_ message: Message?, from index: Int, _ progress: @MainActor (Int) -> Void) {
    switch message {
    case .played(let count):
      played[index] = count
      progress(played.values.reduce(0, +))
    case .found(let seed):
      found = min(found ?? seed, seed)
    case nil:
      break
    }
  }
}
