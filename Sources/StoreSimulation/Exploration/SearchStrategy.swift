import StoreCore

/// The use of seeds by a search for failing runs.
public struct SearchStrategy: Hashable, Sendable {
  /// The kinds of searches.
  enum Kind: Hashable, Sendable {
    case uniform
    case fewChanges
    case newOrders
  }

  let kind: Kind
  /// What it is called in reports.
  public let name: String

  /// Each choice goes any way, whatever the others do, and something goes wrong with about each sixth attempt of an effect.
  public static let uniform = SearchStrategy(kind: .uniform, name: "uniform")

  /// Few choices go another way than in the plain run: each seed has a rate of its own, from all of them down to every
  /// sixteenth.
  ///
  /// Most bugs of order need two or three changes at the right places, and what else is changed hides them. Delay-bounded
  /// scheduling (Emmi, Qadeer and Rakamarić, 2011) and probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and
  /// Nagarakatte, 2010) start from the same; here the number of changes has no bound, but a rate, for which the length of
  /// a run need not be known.
  public static let fewChanges = SearchStrategy(kind: .fewChanges, name: "few changes")

  /// Each second run begins as one in which named events came in an order that none had before; elsewhere few choices go
  /// another way.
  ///
  /// The run of a seed depends on those before it. The same exploration has the same runs each time.
  public static let newOrders = SearchStrategy(kind: .newOrders, name: "new orders")
}

extension SearchStrategy {
  /// All searches.
  package static let all = [uniform, fewChanges, newOrders]

  /// The one that finds the planted bugs which need many seeds with the fewest.
  public static let `default` = fewChanges

  /// Whether a run goes another way at a site than the plain one.
  func deviates(
    at site: Schedule.Site,
    ways count: Int,
    seed: UInt64,
    _ generator: inout SeededGenerator
  ) -> Bool {
    switch kind {
    case .uniform:
      switch site {
      case .part, .sleeper: generator.number(below: count) > 0
      case .turn: generator.number(below: 3) == 0
      case .step: generator.number(below: 2) == 0
      case .fault: generator.number(below: 6) == 0
      case .late: true
      case .skip: false
      }
    case .fewChanges, .newOrders:
      generator.next() & Self.mask(for: seed) == 0
    }
  }

  /// The rate of a seed, as the bits of a number that have to be zero: none to four.
  private static func mask(for seed: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: seed)
    return (1 << UInt64(generator.number(below: 5))) - 1
  }
}
