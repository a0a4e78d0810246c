// A file that imports this module alone has the operators and the members of every store.
@_exported public import AsyncAlgorithms
@_exported public import StoreVocabulary
