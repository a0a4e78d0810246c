// A feature's file imports this module alone: its store is an `ObservableObject`, its effects are StoreCore's.
@_exported public import OpenCombineShim
@_exported public import StoreVocabulary
