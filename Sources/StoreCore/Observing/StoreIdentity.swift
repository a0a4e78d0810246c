import Synchronization

/// Which store an event or an issue comes from.
public struct StoreIdentity: Hashable, Sendable {
  /// The name that the store was given.
  public let name: String?
  /// A number that no other store of the process has.
  public let number: Int

  private static let stores = Atomic<Int>(0)

  /// The identity of a store that is made now.
  init(name: String?) {
    self.name = name
    number = Self.stores.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

extension StoreIdentity: CustomStringConvertible {
  /// The name, or the number where there is none, as logs show it.
  public var description: String { name ?? "store \(number)" }

  /// The store within a sentence.
  package var title: String { name.map { "store '\($0)'" } ?? "store \(number)" }
}
