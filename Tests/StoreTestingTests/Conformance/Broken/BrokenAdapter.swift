import StoreCore
import StoreTesting

/// The checks for an engine with one bug.
struct BrokenAdapter: ConformanceAdapter {
  let defect: Defect

  func makeStore(options: StoreOptions) -> BrokenStore {
    BrokenStore(defect: defect, options: options)
  }

  func handled(in state: [String]) -> [String] { state }
}
