import EffectViewEngine
import StoreTesting
import Testing

@testable import Contacts

@MainActor
@Suite struct ContactDetailsTests {
  private let bench = TestBench()

  private func makeDetails(
    failures: Int = 0
  ) -> TestStore<
    EffectHost<ContactDetails, ContactDetailsEvent, ContactService>, ContactDetails
  > {
    let host = EffectHost(
      state: ContactDetails(contact: Fake.ada),
      initialEnv: Fake(failures: failures).service(on: bench.clock),
      options: bench.options,
      update: ContactDetails.update
    )
    host.appear()
    return TestStore(host)
  }

  @Test func `a card is downloaded with its progress`() async {
    let details = makeDetails()
    await details.send(.load) { $0.card = .loading(0) }
    await details.receive(.progressed(0.5)) { $0.card = .loading(0.5) }
    await details.receive(.loaded(Fake.card)) { $0.card = .loaded(Fake.card) }
    await details.finish()
  }

  @Test func `a download that fails can be tried again`() async {
    let details = makeDetails(failures: 1)
    await details.send(.load) { $0.card = .loading(0) }
    await details.receive(.progressed(0.5)) { $0.card = .loading(0.5) }
    await details.receive(.failed("Offline()")) { $0.card = .failed("Offline()") }
    await details.send(.load) { $0.card = .loading(0) }
    await details.skipReceived()
    #expect(details.store.state.card == .loaded(Fake.card))
    await details.send(.cancel) { $0.card = .absent }
    await details.finish()
  }
}
