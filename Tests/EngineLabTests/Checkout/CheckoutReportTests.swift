import Testing

@testable import EngineLab

@MainActor
@Suite struct CheckoutReportTests {
  @Test func `a payment that succeeds after retries is reported`() async throws {
    #expect(
      try await ShippedScenario.report("checkout") == """
        A payment that succeeds at the third attempt
        Steps of 100ms, payments of 300ms, timeout after 1s, 4 attempts at most, virtual time

        Timeline
          0.000s  buy requested
          0.000s  reserve started
          0.100s  reserve done
          0.100s  pay started
          0.400s  pay failed: the payment service is unavailable
          0.600s  pay started
          0.900s  pay failed: the payment service is unavailable
          1.300s  pay started
          1.600s  pay done
          1.600s  confirm started
          1.700s  confirm done

        Final state
          Checkout  confirmed
          Done      reserve, pay, confirm
          Attempts  reserve 1, pay 3, confirm 1

        Totals (actions, then effects)
          engine  actions  started  ended  finished  failed  cancelled  dropped
          elm          11        3      3         3       0          0        0

        One engine ran; nothing to compare it with.

        """
    )
  }

  @Test func `a purchase that is cancelled is reported`() async throws {
    #expect(
      try await ShippedScenario.report("checkout-cancel") == """
        A customer who changes their mind, and buys after all
        Steps of 100ms, payments of 300ms, timeout after 1s, 3 attempts at most, virtual time

        Timeline
          0.000s  buy requested
          0.000s  reserve started
          0.050s  buy requested
          0.100s  reserve done
          0.100s  pay started
          0.250s  cancel requested
          0.250s  pay cancelled
          1.000s  buy requested
          1.000s  reserve started
          1.100s  reserve done
          1.100s  pay started
          1.400s  pay done
          1.400s  confirm started
          1.500s  confirm done

        Final state
          Checkout  confirmed
          Done      reserve, pay, confirm
          Attempts  reserve 1, pay 1, confirm 1

        Totals (actions, then effects)
          engine  actions  started  ended  finished  failed  cancelled  dropped
          elm          13        5      5         4       0          1        1

        One engine ran; nothing to compare it with.

        """
    )
  }

  @Test func `a payment that times out is reported`() async throws {
    #expect(
      try await ShippedScenario.report("checkout-timeout") == """
        A payment that takes too long each time
        Steps of 100ms, payments of 3s, timeout after 500ms, 3 attempts at most, virtual time

        Timeline
          0.000s  buy requested
          0.000s  reserve started
          0.100s  reserve done
          0.100s  pay started
          0.600s  pay failed: it took too long
          0.800s  pay started
          1.300s  pay failed: it took too long
          1.600s  pay started
          2.100s  pay failed: it took too long
          2.100s  checkout failed: The effect did not end within 0.5 seconds.

        Final state
          Checkout  failed: The effect did not end within 0.5 seconds.
          Done      reserve
          Attempts  reserve 1, pay 3

        Totals (actions, then effects)
          engine  actions  started  ended  finished  failed  cancelled  dropped
          elm          10        2      2         1       1          0        0

        One engine ran; nothing to compare it with.

        """
    )
  }
}
