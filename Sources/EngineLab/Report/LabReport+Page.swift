import StorePage

/// The report as one HTML page that needs nothing else: no network, no other file.
///
/// The page holds the document that `--json` prints, but with control characters made visible where they would turn a
/// heading around.
extension LabReport {
  func html() throws -> String {
    var shown = self
    shown.title = title.printable
    shown.setting = setting.printable
    shown.changes = changes.map(\.printable)
    let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
    return Page.html(title: "\(shown.title) – engine-lab", data: try shown.json(), nonce: nonce)
  }
}
