extension CheckoutParameters: FeatureParameters {
  package static let names = [
    "stepTime", "payTime", "failures", "timeout", "attempts", "delay", "cap", "jitter", "seed",
  ]

  package init(_ fields: [String: JSONOutline], with reader: inout ValueReader) {
    let defaults = CheckoutParameters()
    func time(_ key: String) -> Duration? { fields[key].flatMap { reader.time($0, key: key) } }
    func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
      fields[key].flatMap { reader.integer($0, key: key, in: range) }
    }
    self.init(
      stepTime: time("stepTime") ?? defaults.stepTime,
      payTime: time("payTime"),
      failures: integer("failures", in: 0...100) ?? defaults.failures,
      timeout: time("timeout") ?? defaults.timeout,
      attempts: integer("attempts", in: 1...100) ?? defaults.attempts,
      delay: time("delay") ?? defaults.delay,
      cap: time("cap") ?? defaults.cap,
      jitter: fields["jitter"].flatMap { reader.fraction($0, key: "jitter") } ?? defaults.jitter,
      seed: integer("seed", in: 0...1_000_000) ?? defaults.seed
    )
  }
}
