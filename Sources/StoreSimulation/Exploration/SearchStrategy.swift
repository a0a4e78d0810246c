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
  /// Its name in reports.
  public let name: String

  /// Each choice is independent of the others, and something goes wrong with about every sixth attempt of an effect.
  public static let uniform = SearchStrategy(kind: .uniform, name: "uniform")

  /// Few choices differ from the plain run: each seed has its own rate, from all of them down to every sixteenth.
  ///
  /// Most ordering bugs need two or three changes at the right places, and further changes hide them. Delay-bounded
  /// scheduling (Emmi, Qadeer and Rakamarić, 2011) and probabilistic concurrency testing (Burckhardt, Kothari,
  /// Musuvathi and Nagarakatte, 2010) start from the same observation; here the number of changes has a rate instead of
  /// a bound, so that the length of a run need not be known.
  public static let fewChanges = SearchStrategy(kind: .fewChanges, name: "few changes")

  /// About half of the runs begin like an earlier one in which named events came in a new order; otherwise few choices
  /// differ from the plain run.
  ///
  /// The run of a seed depends on the runs before it. The same exploration has the same runs each time.
  public static let newOrders = SearchStrategy(kind: .newOrders, name: "new orders")
}

extension SearchStrategy {
  /// All searches.
  package static let all = [uniform, fewChanges, newOrders]

  /// The default: of all searches, it needs the fewest seeds for the planted bug for which it needs the most.
  public static let `default` = fewChanges

  /// Returns whether a run differs from the plain one at a site.
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
      case .late, .stepTime: true
      case .skip: false
      }
    case .fewChanges, .newOrders:
      generator.next() & Self.mask(for: seed) == 0
    }
  }

  /// Returns the rate of a seed, as the bits of a number that have to be zero: none to four.
  private static func mask(for seed: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: seed)
    return (1 << UInt64(generator.number(below: 5))) - 1
  }
}
