import EngineLab
import Testing

@Suite struct BacklogTests {
  @Test func `a backlog remembers the most that waited`() {
    let backlog = Backlog()
    #expect(backlog.most == nil)
    backlog.give()
    backlog.give()
    backlog.take()
    backlog.give()
    backlog.take()
    #expect(backlog.most == 2)
    #expect(backlog.waiting == 1)
  }
}
