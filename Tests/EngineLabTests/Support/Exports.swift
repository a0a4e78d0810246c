import EngineLab

/// The lab's own: StoreSimulation has scenarios too.
typealias Scenario = EngineLab.Scenario
