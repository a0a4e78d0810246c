@_exported public import StoreVocabulary
