import EngineLab

/// The lab's own: StoreTesting has scenarios too.
typealias Scenario = EngineLab.Scenario
