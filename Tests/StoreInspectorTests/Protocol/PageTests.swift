import StorePage
import Testing

@Suite struct PageTests {
  @Test func `a title stays text`() {
    #expect(Page.html(title: "<b>", data: nil, nonce: "n").contains("<title>&lt;b&gt;</title>"))
  }
}
