#if canImport(SwiftUI)
public import SwiftUI

/// A view that shows a store.
public protocol Storable: View {
  /// The feature of the store.
  associatedtype Feature: FeatureType
  /// The store.
  var store: Store<Feature> { get }
}
#else
/// A type that shows a store; with SwiftUI, a view.
@MainActor
public protocol Storable {
  /// The feature of the store.
  associatedtype Feature: FeatureType
  /// The store.
  var store: Store<Feature> { get }
}
#endif
