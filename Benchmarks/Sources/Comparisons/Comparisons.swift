/// All comparisons, in the order of the table.
@MainActor
package func comparisons() -> [Comparison] {
  sendComparisons() + scopeComparisons() + effectComparisons() + streamComparisons() + mailboxComparisons()
    + storeComparisons() + featureComparisons() + effectViewComparisons() + reduxComparisons()
}
