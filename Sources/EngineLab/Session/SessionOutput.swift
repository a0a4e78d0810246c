import Foundation
import StoreRecording

/// A file to which a session is written while it goes on.
struct SessionOutput: Sendable {
  let file: OutputFile
  /// The scenario file, by which notes name the steps.
  let scenario: String
  /// Is told once why the session cannot be written to its end.
  let onFailure: @MainActor @Sendable (LabError) -> Void

  /// Returns the note for a step of the scenario.
  func title(ofStepAt line: Int?) -> String { "step \(scenario)" + (line.map { ":\($0)" } ?? "") }

  /// Writes all records as they come, until the task is cancelled, and then those that are left.
  @concurrent func write(_ recorder: Recorder) async {
    do throws(LabError) {
      let output = try file.open()
      defer { output.close() }
      var writer = SessionWriter()
      var size = 0
      func write(_ lines: [String]) throws(LabError) {
        let text = lines.map { $0 + "\n" }.joined()
        size += text.utf8.count
        guard size <= SessionFile.sizeLimit else { throw SessionFile.tooLong(file.path) }
        try output.write(text)
      }
      try write([SessionWriter.hello])
      var last: UInt64 = 0
      while true {
        // Asked first: what was recorded before the cancel is written.
        let isEnd = Task.isCancelled
        let records = recorder.records(after: last, limit: 1_000).records
        guard let newest = records.last else {
          if isEnd { return }
          await recorder.waitForRecord(after: last)
          continue
        }
        last = newest.number
        try write(records.flatMap { writer.lines(for: $0, at: $0.clockTime ?? .zero, in: recorder.record) })
      }
    } catch {
      await onFailure(error)
    }
  }
}
