import Foundation

/// A report as one HTML page that needs nothing else: no network, no other file.
///
/// Its parts, the files in this folder, are embedded in the code: a resource bundle is stored beside the executable,
/// and is lost when that is copied elsewhere. The page holds the document that `--json` prints, but with control
/// characters made visible where they would turn a heading around, and a script draws it. A script's element must not
/// contain `<`: `</script` would end it, and `<!--` change it.
enum ReportPage {
  static func html(_ report: LabReport) throws -> String {
    var shown = report
    shown.title = report.title.printable
    shown.setting = report.setting.printable
    shown.changes = report.changes.map(\.printable)
    let scripts = [
      PackageResources.data_js, PackageResources.summary_js, PackageResources.timeline_js, PackageResources.details_js,
    ]
    return filled(
      text(PackageResources.page_html) + "\n",
      with: [
        "title": escaped(shown.title),
        "style": text(PackageResources.style_css),
        "data": try shown.json().replacing("<", with: "\\u003C"),
        "script": scripts.map(text).joined(separator: "\n\n"),
      ]
    )
  }

  /// Returns the text of a file, without the line feed at its end.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// Returns the template with its places such as `{{title}}` filled; the inserted text is not searched for places.
  private static func filled(_ template: String, with parts: [String: String]) -> String {
    template.split(separator: "{{", omittingEmptySubsequences: false).enumerated().map { index, text in
      guard index > 0, let end = text.range(of: "}}") else { return String(text) }
      return (parts[String(text[..<end.lowerBound])] ?? "") + text[end.upperBound...]
    }
    .joined()
  }

  private static func escaped(_ text: String) -> String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
