package import StoreCore

extension StoreOptions {
  /// The same options, but with a settling limit for slow machines in place of the default one.
  ///
  /// Hundreds of tests share the main actor, and real time passes for each of them.
  package var withTimeForSlowMachines: StoreOptions {
    guard settlingLimit == Self.defaultSettlingLimit else { return self }
    var options = self
    options.settlingLimit = .seconds(1_000)
    return options
  }
}
