// A file that imports this module alone has the operators, and what every store can do.
@_exported public import AsyncAlgorithms
@_exported public import StoreVocabulary
