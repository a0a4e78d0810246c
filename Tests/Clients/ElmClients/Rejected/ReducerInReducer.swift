import ElmEngine

// A reducer that calls another one would lose its children: 'wrapping' keeps them.

@MainActor
private func wrap(_ inner: ComposedReducer<Int, Int>) -> ComposedReducer<Int, Int> {
  ComposedReducer { inner.reduce(&$0, $1) }  // ❌ Error: "call can throw"
}

@MainActor
private func wrapWithTry(_ inner: ComposedReducer<Int, Int>) -> ComposedReducer<Int, Int> {
  ComposedReducer { try inner.reduce(&$0, $1) }  // ❌ Error: "invalid conversion from throwing function"
}
