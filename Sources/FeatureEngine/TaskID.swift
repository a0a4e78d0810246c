/// A value that can be the name of a task: a `String`, an `Int`, a `UUID`, an enum or any other hashable value.
///
/// A module with `defaultIsolation(MainActor.self)` has to declare an enum of names `nonisolated`.
public typealias TaskID = Hashable & Sendable
