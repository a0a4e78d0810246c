// For the clocks and the executor that a test gives to its stores.
@_exported public import StoreSimulation
@_exported public import StoreVocabulary
