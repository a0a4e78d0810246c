@_exported public import Atomics

extension ManagedAtomic where Value: AtomicInteger {
  /// The number of a counter that closures share.
  package var value: Value { load(ordering: .sequentiallyConsistent) }

  package func add(_ amount: Value = 1) { wrappingIncrement(by: amount, ordering: .sequentiallyConsistent) }
}
