/// Writes a report as one HTML page that needs nothing else: no network, no other file.
///
/// Its parts are strings in the source, not resources: a resource bundle lies beside the executable, and is lost when
/// that is copied elsewhere. The page holds the same document that `--json` prints, and a script draws it.
package enum ReportPage {
  /// The whole page.
  package static func html(_ report: LabReport) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <link rel="icon" href="data:,">
    <title>\(escaped(report.title.printable)) – engine-lab</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    \(markup)
    <script type="application/json" id="report-data">
    \(report.json().text(for: .page))
    </script>
    <script>
    \([dataScript, summaryScript, timelineScript, detailsScript].joined(separator: "\n\n"))
    </script>
    </body>
    </html>

    """
  }

  /// Keeps the browser from fetching anything, whatever a report's texts may hold.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    + "form-action 'none'"

  /// The text as it may stand between tags and in attributes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }
}
