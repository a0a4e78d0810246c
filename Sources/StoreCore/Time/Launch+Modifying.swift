extension Launch {
  /// The same launch with something done around its operation.
  func modified(by modifier: some OperationModifier) -> Launch {
    let isRepeatable = isRepeatable
    let modified: Body
    switch body {
    case .task(let operation):
      modified = .task {
        let result = Locked<Action?>(nil)
        try await modifier.run(isRepeatable: isRepeatable) {
          let action = try await operation()
          result.withLock { $0 = action }
        }
        // A modifier that returns has run the operation to its end: see OperationModifier.
        return result.withLock { $0! }
      }
    case .run(let operation):
      modified = .run { send in
        try await modifier.run(isRepeatable: isRepeatable) { try await operation(send) }
      }
    case .stream(let pump):
      modified = .stream { inlet in
        try await modifier.run(isRepeatable: isRepeatable) { try await pump(inlet) }
      }
    }
    return with(body: modified)
  }
}
