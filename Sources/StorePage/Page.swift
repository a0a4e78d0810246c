/// The page of the inspector and of the lab's report.
package enum Page {
  /// Returns the page.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - data: A document of JSON that the page shows; without one the page asks the server that it comes from.
  ///   - nonce: The word by which the page's own styles and scripts are allowed.
  /// - Returns: The text of an HTML document.
  package static func html(title: String, data: String?, nonce: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><title>\(escaped(title))</title></head>
    <body></body>
    </html>
    """
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      default: result.append(character)
      }
    }
  }
}
