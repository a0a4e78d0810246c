import StoreCore
import Testing

@Suite struct CallSiteTests {
  private let site = CallSite(fileID: "App/Search.swift", filePath: "/app/Search.swift", line: 12, column: 3)

  @Test func `without arguments a place is the place of the call`() {
    let line = UInt(#line) + 1
    let here = CallSite()
    #expect(here.line == line)
    #expect(here.column > 1)
    #expect(here.fileID.description == #fileID)
    #expect(here.filePath.description == #filePath)
  }

  @Test func `a place is described by its file and line`() {
    #expect(site.description == "App/Search.swift:12")
  }

  @Test func `places are equal if path, line and column are`() {
    #expect(site == CallSite(fileID: "App/Search.swift", filePath: "/app/Search.swift", line: 12, column: 3))
    #expect(site == CallSite(fileID: "Other/Search.swift", filePath: "/app/Search.swift", line: 12, column: 3))
    #expect(site != CallSite(fileID: "App/Search.swift", filePath: "/other/Search.swift", line: 12, column: 3))
    #expect(site != CallSite(fileID: "App/Search.swift", filePath: "/app/Search.swift", line: 13, column: 3))
    #expect(site != CallSite(fileID: "App/Search.swift", filePath: "/app/Search.swift", line: 12, column: 4))
  }
}
