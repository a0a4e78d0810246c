// An effect's names, modifiers and handles are StoreCore's; so is what a host is made with.
@_exported public import StoreVocabulary
