// An effect's names, modifiers and handles are StoreCore's, and so are a host's options.
@_exported public import StoreVocabulary
