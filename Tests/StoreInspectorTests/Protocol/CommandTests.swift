import Foundation
import Testing

@testable import StoreInspector

/// What a client asks the app to do.
@Suite struct CommandTests {
  private func command(_ text: String) throws -> Command { try Command(Data(text.utf8)) }

  @Test func `each command is read with its values`() throws {
    #expect(try command(#"{"resend":{"record":7}}"#) == .resend(record: 7))
    #expect(try command(#"{"cancel":{"store":1,"effect":3}}"#) == .cancel(store: 1, effect: 3))
    #expect(try command(#"{"jump":{"store":1,"at":3}}"#) == .jump(store: 1, at: 3, cancelsEffects: false))
    let jump = try command(#"{"jump":{"store":1,"at":3,"cancelEffects":true}}"#)
    #expect(jump == .jump(store: 1, at: 3, cancelsEffects: true))
    #expect(try command(#"{"note":{"text":"here"}}"#) == .note("here"))
    let send = try command(#"{"send":{"store":2,"action":{"typed":{"_0":"sw"}}}}"#)
    #expect(send == .send(store: 2, action: Data(#"{"typed":{"_0":"sw"}}"#.utf8)))
  }

  @Test func `an action is any JSON`() throws {
    #expect(try command(#"{"send":{"store":2,"action":"go"}}"#) == .send(store: 2, action: Data(#""go""#.utf8)))
    #expect(try command(#"{"send":{"store":2,"action":1}}"#) == .send(store: 2, action: Data("1".utf8)))
  }

  @Test(arguments: [
    ("", "no JSON object"), ("[]", "no JSON object"), ("{", "no JSON object"), ("{}", "one command"),
    (#"{"a":1}"#, "one command"), (#"{"a":{}}"#, "one command"), (#"{"note":{},"resend":{}}"#, "one command"),
    (#"{"note":{}}"#, "needs 'text'"), (#"{"note":{"text":1}}"#, "needs 'text'"),
    (#"{"resend":{}}"#, "needs 'record', a whole number"), (#"{"resend":{"record":-1}}"#, "needs 'record'"),
    (#"{"resend":{"record":1.5}}"#, "needs 'record'"), (#"{"resend":{"record":"1"}}"#, "needs 'record'"),
    (#"{"cancel":{"store":1}}"#, "needs 'effect'"), (#"{"jump":{"store":1}}"#, "needs 'at'"),
    (#"{"send":{"store":1}}"#, "needs 'action'"), (#"{"send":{"action":1}}"#, "needs 'store'"),
  ])
  func `what is missing is named`(_ text: String, _ words: String) {
    let refusal = #expect(throws: Refusal.self) { try command(text) }
    #expect(refusal?.status == 400)
    #expect(refusal?.words.contains(words) == true)
  }
}
