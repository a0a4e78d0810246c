import ElmEngine
import StoreTesting

// Without `==` there is no expected action: a comparison says what is the same, or a predicate what is expected.

private enum UncomparableAction: Sendable {
  case tick(any Sendable)
}

@MainActor
private func receive(in store: TestStore<ElmEngine.Store<Int, UncomparableAction>, Int>) async {
  await store.receive(.tick(1))  // ❌ Error: "conform to 'Equatable'"
  await store.receive(.tick(1), by: { _, _ in true })
  await store.receive(where: { _ in true })
}
