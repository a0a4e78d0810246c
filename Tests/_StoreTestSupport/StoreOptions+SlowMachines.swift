package import StoreCore

extension StoreOptions {
  /// The same options, unless they have a limit of their own with one that ends no test for being slow.
  ///
  /// Hundreds of tests share the main actor, and real time passes for each of them.
  package var withTimeForSlowMachines: StoreOptions {
    guard settlingLimit == Self.defaultSettlingLimit else { return self }
    var options = self
    options.settlingLimit = .seconds(1_000)
    return options
  }
}
