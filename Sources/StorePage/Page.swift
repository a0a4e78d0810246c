/// The page of the inspector and of the lab's report.
///
/// Its parts, the files in this folder, are embedded in the code: a resource bundle is stored beside the executable, and
/// is lost when that is copied elsewhere. It needs nothing else: no network but the server that it comes from, no other
/// file.
package enum Page {
  /// Returns the page.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - data: A document of JSON that the page shows; without one the page asks the server that it comes from.
  ///   - nonce: The word by which the page's own styles and scripts are allowed.
  /// - Returns: The text of an HTML document.
  package static func html(title: String, data: String?, nonce: String) -> String {
    var scripts = [
      PackageResources.elements_js, PackageResources.model_js, PackageResources.source_js, PackageResources.list_js,
      PackageResources.timeline_js, PackageResources.tree_js, PackageResources.details_js, PackageResources.views_js,
      PackageResources.page_js, PackageResources.summary_js, PackageResources.report_js,
    ]
    // A page with a document asks nobody.
    if data == nil { scripts.append(PackageResources.live_js) }
    scripts.append(PackageResources.main_js)
    return filled(
      text(PackageResources.page_html) + "\n",
      with: [
        "title": escaped(title),
        "nonce": escaped(nonce),
        "connections": data == nil ? "'self'" : "'none'",
        "style": text(PackageResources.style_css),
        // A script's element must not contain '<': '</script' would end it, and '<!--' change it.
        "data": (data ?? "null").split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003C"),
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
    var result = ""
    var rest = template[...]
    while let start = place(of: "{{", in: rest), let end = place(of: "}}", in: rest[start.upperBound...]) {
      result += rest[..<start.lowerBound] + (parts[String(rest[start.upperBound..<end.lowerBound])] ?? "")
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private static func place(of mark: String, in text: Substring) -> Range<Substring.Index>? {
    var start = text.startIndex
    while let first = text[start...].firstIndex(of: mark.first ?? " ") {
      if text[first...].hasPrefix(mark) { return first..<text.index(first, offsetBy: mark.count) }
      start = text.index(after: first)
    }
    return nil
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }
}
