import Dispatch
import ReduxBridge

#if canImport(Combine)
extension DispatchQueue {
  /// The queue as a scheduler, under the name that it has where there is no Combine.
  var ocombine: DispatchQueue { self }
}
#endif
