// Its gate, among others, is there for all tests.
@_exported import StoreSimulation
