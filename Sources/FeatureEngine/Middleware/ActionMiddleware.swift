/// Middleware around the handling of actions: before it, after it, and for its errors.
///
/// ```swift
/// struct Validation: BeforeActionMiddleware {
///   func beforeAction<Action, State>(action: Action, state: State) async throws {
///     guard isAllowed(action) else { throw ValidationError() }
///   }
/// }
/// ```
///
/// It requires the functions of all three parts. Middleware that has only one conforms to that part, as above. None of
/// them has a default, so that a function with other labels, or for one type of action instead of any, does not compile.
///
/// The functions are called on the main actor, in the order in which middleware was added. While one is suspended, later
/// actions wait in order; see ``SynchronousActionMiddleware`` for middleware that never suspends.
@MainActor
public protocol ActionMiddleware: BeforeActionMiddleware, AfterActionMiddleware, ErrorHandlingMiddleware {}
