import EffectViewEngine
import ElmEngine

// Two engines have an `Effect`, with different numbers of types: in a file with both, each use names its engine.

private enum MixedAction: Sendable { case tick }

private func bareElm(
  _ effect: Effect<MixedAction>  // ❌ Error: "specialized with too few type parameters (got 1, but expected 2)"
) {}

private func bareEffectView(
  _ effect: Effect<MixedAction, Void>  // ❌ Error: "specialized with too many type parameters (got 2, but expected 1)"
) {}

private func elm(state: inout Int, action: MixedAction) -> ElmEngine.Effect<MixedAction> { .none }

private func effectView(state: inout Int, event: MixedAction) -> EffectViewEngine.Effect<MixedAction, Void>? { nil }
