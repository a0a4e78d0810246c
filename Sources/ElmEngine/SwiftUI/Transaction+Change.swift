#if canImport(SwiftUI)
import SwiftUI

extension Transaction {
  /// Makes the change that a binding was written for.
  ///
  /// SwiftUI hands a binding's transaction to the closure that writes, and does not apply it. One that says nothing
  /// about animations leaves those of a `withAnimation` around the write.
  func perform(_ change: () -> Void) {
    guard animation != nil || disablesAnimations else { return change() }
    withTransaction(self, change)
  }
}
#endif
