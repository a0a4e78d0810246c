/// All comparisons, in the order of the table.
@MainActor
package func comparisons() -> [Comparison] {
  sendComparisons() + recordingComparisons() + scopeComparisons() + liftComparisons() + effectComparisons()
    + streamComparisons()
    + mailboxComparisons()
    + storeComparisons() + featureComparisons() + effectViewComparisons() + reduxComparisons()
}
