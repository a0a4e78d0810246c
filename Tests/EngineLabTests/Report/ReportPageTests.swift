#if Exhaustive
import Foundation
import Testing

@testable import EngineLab

@Suite struct ReportPageTests {
  private func page(title: String = "T", _ runs: RunReport...) throws -> String {
    try LabReport(title: title, setting: "S", time: .virtual, runs: runs).html()
  }

  /// The text of the page's data.
  private func data(in page: String) throws -> String {
    let start = try #require(page.range(of: "<script type=\"application/json\" id=\"report-data\">\n"))
    let end = try #require(page.range(of: "\n</script>", range: start.upperBound..<page.endIndex))
    return String(page[start.upperBound..<end.lowerBound])
  }

  @Test func `a page holds the same document as JSON output`() throws {
    let report = LabReport(title: "T", setting: "S", time: .virtual, runs: [RunReport(engine: "elm")])
    #expect(try data(in: report.html()) == report.json())
  }

  @Test func `no text of a scenario becomes markup`() throws {
    let evil = "</script></title><script>alert(\"1\")</script><!-- & '"
    let page = try page(title: evil, RunReport(engine: "elm", events: [RunEvent(evil, at: .zero)]))
    #expect(!page.contains("alert(\"1\")"))
    #expect(
      page.contains(
        "<title>&lt;/script&gt;&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;!-- &amp; &#39;"
      )
    )
    #expect(page.components(separatedBy: "</script>").count == 3)
    let document = try JSONSerialization.jsonObject(with: Data(data(in: page).utf8)) as? [String: Any]
    #expect(document?["title"] as? String == evil)
  }

  @Test func `what heads a page cannot turn the direction of its text`() throws {
    let turned = "a\u{202E}b"
    let report = LabReport(title: turned, setting: turned, time: .virtual, changes: [turned], runs: [])
    let page = try report.html()
    #expect(!page.contains("\u{202E}"))
    let document = try JSONSerialization.jsonObject(with: Data(data(in: page).utf8)) as? [String: Any]
    #expect(document?["title"] as? String == #"a\u{202E}b"#)
    #expect(document?["setting"] as? String == #"a\u{202E}b"#)
    #expect(document?["changes"] as? [String] == [#"a\u{202E}b"#])
  }

  @Test func `a page refers to nothing outside itself`() throws {
    let page = try page(RunReport(engine: "elm"))
    for word in ["http:", "https:", "src=", "@import", "url(", "fetch(", "import("] {
      let places = page.components(separatedBy: word).dropLast().map { String($0.suffix(40)) }
      // The namespace of SVG is not an address.
      let allowed = places.filter { $0.hasSuffix("document.createElementNS('") }
      #expect(places.count == allowed.count, "\(word): \(places)")
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `a placeholder in the data is not replaced`() throws {
    let page = try page(title: "{{style}} {{data}}", RunReport(engine: "elm"))
    #expect(page.contains("<title>{{style}} {{data}} – engine-lab</title>"))
    #expect(page.components(separatedBy: "color-scheme: light dark").count == 2)
  }

  @Test func `every part of a page has its text`() throws {
    let page = try page(RunReport(engine: "elm"))
    for text in [
      "--panel: #ffffff", "function make(", "function showVerdict(", "class Timeline ", "class Details ",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("{{"))
  }
}
#endif
