// A feature's file imports this module alone: its state is `@Observable`, its middleware takes a `TimeInterval`, its
// error handlers use `localizedDescription`, and a handle's members are StoreCore's.
@_exported public import Foundation
@_exported public import Observation
@_exported public import StoreVocabulary
