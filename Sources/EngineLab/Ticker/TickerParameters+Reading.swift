extension TickerParameters: FeatureParameters {
  package static let names = ["interval", "burst", "count"]

  package init(_ fields: [String: JSONOutline], with reader: inout ValueReader) {
    self.init()
    let counts = 1...100_000
    if let time = fields["interval"].flatMap({ reader.time($0, key: "interval") }) { interval = time }
    if let burst = fields["burst"].flatMap({ reader.integer($0, key: "burst", in: counts) }) { self.burst = burst }
    if let count = fields["count"].flatMap({ reader.integer($0, key: "count", in: counts) }) { self.count = count }
  }
}
