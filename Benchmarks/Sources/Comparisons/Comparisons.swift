/// All comparisons, in the order of the table.
@MainActor
func comparisons() -> [Comparison] {
  sendComparisons() + effectComparisons() + streamComparisons() + mailboxComparisons() + storeComparisons()
    + featureComparisons() + effectViewComparisons() + reduxComparisons()
}
