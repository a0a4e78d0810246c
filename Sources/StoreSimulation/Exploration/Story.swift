import StoreCore
import StoreRecording

/// The steps of a user in a run, with all deviations from the plain run, in the order in which they happened.
final class Story: Sendable {
  private struct Line {
    let time: Duration
    var words: String
    var deviation: Deviation?
  }

  private let state = Locked([Line]())

  func note(step words: String, at time: Duration) {
    state.withLock { $0.append(Line(time: time, words: words)) }
  }

  /// Notes a deviation, unless the steps show it.
  func note(_ deviation: Deviation, at time: Duration) {
    switch deviation {
    case .skipped, .stepLate: return
    default: break
    }
    state.withLock { $0.append(Line(time: time, words: deviation.description, deviation: deviation)) }
  }

  /// Notes which effect ran first by a change of order.
  func note(_ effect: SimulatedEffect, runsFirstBy part: Deviation) {
    state.withLock { lines in
      guard let index = lines.lastIndex(where: { $0.deviation == part }) else { return }
      lines[index].words = "\(effect) goes on before what was ready before it"
    }
  }

  /// The deviations, each with its text.
  var deviations: [(deviation: Deviation, words: String)] {
    state.withLock { lines in lines.compactMap { line in line.deviation.map { ($0, line.words) } } }
  }

  /// The steps, each with its number and its time.
  var lines: [String] {
    state.withLock { lines in
      lines.enumerated().map { index, line in
        "\(index + 1). at \(TimeText.milliseconds(line.time)): \(line.words)"
      }
    }
  }
}
