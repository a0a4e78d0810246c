import ArgumentParser
import Comparisons

/// `ratios recorded`: measures the memory of a recorder over ten million events.
struct RecordedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recorded",
    abstract: "Measure the resident memory while ten million events, with states of 1 MB, are recorded."
  )

  @Option(help: "The number of events.")
  var events = 10_000_000

  @MainActor
  func run() async throws {
    let (half, whole) = RecordedMemory.measure(events: events)
    func megabytes(_ bytes: Double) -> Int { Int(bytes / 1_048_576) }
    print("\(events) events: \(megabytes(half)) MB at most in the first half, \(megabytes(whole)) MB in all.")
    guard whole < 128 * 1_048_576, whole - half < 4 * 1_048_576 else {
      print("The limit is 128 MB, and 4 MB more in the second half.")
      throw ExitCode.failure
    }
  }
}
