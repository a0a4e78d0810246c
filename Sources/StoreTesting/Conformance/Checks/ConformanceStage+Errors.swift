import StoreCore

private struct WorkError: Error, CustomStringConvertible {
  var description: String { "a failure" }
}

extension ConformanceStage {
  static var errorChecks: [Check] {
    [
      Check("an effect's error goes to its own handler") { stage in
        let store = stage.makeStore()
        store.send(
          ConformanceAction(
            "a",
            effect: .catching(.run("work") { _ in throw WorkError() }) { ConformanceAction("caught \($0)") }
          )
        )
        await stage.settle()
        stage.expect(store, hasHandled: ["a", "caught a failure"])
        let errors = stage.errors.all
        stage.expect(errors.isEmpty, "The store's hook was told of it too.")
      },
      Check("an error that nothing handles goes to the store's hook, with the effect's name") { stage in
        let store = stage.makeStore()
        store.send(ConformanceAction("a", effect: .run("work") { _ in throw WorkError() }))
        await stage.settle()
        let errors = stage.errors.all
        stage.expect(
          errors.count == 1 && errors[0].contains("a failure of") && errors[0].contains("work"),
          "The hook was told of \(errors)."
        )
      },
    ]
  }
}
