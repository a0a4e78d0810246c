package import StoreCore

extension StoreEngine {
  /// Sends an action for a value that a view has written, unless this is the scope of a child that has departed.
  ///
  /// SwiftUI also writes to the bindings of a view that has disappeared, as when its field loses the focus. That is not
  /// a mistake in the app, so no issue is reported.
  package func sendWritten(_ action: Action, at location: CallSite) {
    if let child = self as? any LensChild, child.presentState == nil { return }
    send(action, at: location)
  }
}
