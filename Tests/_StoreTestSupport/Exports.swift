// Its gate, among others, is available to all tests.
@_exported import StoreSimulation
