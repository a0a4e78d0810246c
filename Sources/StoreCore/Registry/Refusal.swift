/// Why an effect is not launched, and the name whose policy or throttle says so.
struct Refusal: Hashable, Sendable {
  let reason: RefusalReason
  let id: EffectID?

  init(_ reason: RefusalReason, of id: EffectID?) {
    self.reason = reason
    self.id = id
  }
}
