/// All comparisons, in the order of the table.
@MainActor
package func comparisons() -> [Comparison] {
  let parts = [
    sendComparisons(), recordingComparisons(), savingComparisons(), scopeComparisons(), liftComparisons(),
    effectComparisons(), streamComparisons(), mailboxComparisons(), storeComparisons(), featureComparisons(),
    effectViewComparisons(), reduxComparisons(),
  ]
  return parts.flatMap { $0 }
}
