extension DownloadParameters: FeatureParameters {
  package static let names = ["size", "chunk", "chunkTime", "breaksAt"]

  package init(_ fields: [String: JSONOutline], with reader: inout ValueReader) {
    self.init()
    let sizes = 1...1_000_000
    if let size = fields["size"].flatMap({ reader.integer($0, key: "size", in: sizes) }) { self.size = size }
    if let chunk = fields["chunk"].flatMap({ reader.integer($0, key: "chunk", in: sizes) }) { self.chunk = chunk }
    if let time = fields["chunkTime"].flatMap({ reader.time($0, key: "chunkTime") }) { chunkTime = time }
    breaksAt = fields["breaksAt"].flatMap { reader.integer($0, key: "breaksAt", in: sizes) }
  }
}
