// An executor and a clock are given to a store by its options.
@_exported public import StoreVocabulary
