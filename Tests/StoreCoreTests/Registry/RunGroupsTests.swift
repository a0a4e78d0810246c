import StoreCore
import Testing

@Suite struct RunGroupsTests {
  @Test func `a group in a scope has the scope's name, and is seen from the scopes around it`() {
    var groups = RunGroups()
    let outer = EffectScope("outer")
    let inner = outer.appending("inner")
    _ = groups.begin(RunGroups.Group("x", scope: inner))
    _ = groups.begin(RunGroups.Group("y"))
    #expect(groups.contains(EffectID("x").scoped(to: inner)))
    #expect(!groups.contains("x"))
    #expect(groups.ids(in: inner) == ["x"])
    #expect(groups.ids(in: outer) == [EffectID("x").scoped(to: "inner")])
    #expect(groups.ids(in: EffectScope("other")) == [])
  }

  @Test func `a group inside another of its name is spared with it, and one beside it is not`() {
    var groups = RunGroups()
    let outer = groups.begin(RunGroups.Group("x"))
    let between = groups.begin(RunGroups.Group("y"), inside: outer)
    let inner = groups.begin(RunGroups.Group("x"), inside: between)
    _ = groups.cancel("x", sparingAround: inner)
    #expect(groups.isCurrent(outer) && groups.isCurrent(inner))
    let beside = groups.begin(RunGroups.Group("x"), inside: between)
    _ = groups.cancel("x", sparingAround: between)
    #expect(groups.isCurrent(outer) && !groups.isCurrent(inner) && !groups.isCurrent(beside))
  }

  // MARK: Random operations

  @Test(arguments: 0..<80)
  func `any operations are decided as the model would`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let ids: [EffectID] = ["a", "b", "c"]
    var groups = RunGroups()
    var model = RunGroupsModel()
    var keys: [SlotKey] = [.none]
    for step in 0..<200 {
      let id: EffectID = random.pick(ids) ?? "a"
      let key = random.pick(keys.suffix(12)) ?? .none
      switch random.number(below: 15) {
      case 0..<4:
        let scope = random.happens(onceIn: 3) ? EffectScope("s") : nil
        let outer = random.happens(onceIn: 3) ? SlotKey.none : key
        let group = RunGroups.Group(id, scope: scope)
        let isWaiting = random.happens(onceIn: 2)
        let replacesLate = isWaiting && random.happens(onceIn: 2)
        let begun = groups.begin(group, isWaiting: isWaiting, replacesLate: replacesLate, inside: outer)
        try #require(!keys.contains(begun))
        keys.append(begun)
        model.begin(
          RunGroupsModel.Group(
            key: begun,
            id: group.id,
            outer: model.isCurrent(outer) ? outer : .none,
            isMarked: scope != nil,
            isWaiting: isWaiting,
            replacesLate: replacesLate
          )
        )
      case 4..<7:
        groups.link(run: step, to: key)
        model.link(run: step, to: key)
      case 7:
        let run = random.number(below: step + 1)
        groups.unlink(run: run)
        model.unlink(run: run)
      case 8:
        // One that ends has nothing inside any more.
        guard !model.groups.contains(where: { $0.outer == key || ($0.key == key && !$0.runs.isEmpty) }) else { break }
        groups.end(key)
        _ = model.takeOut { $0.key == key }
      case 9:
        try check(groups.cancel(id), model.takeOut { $0.id == id })
      case 10:
        let spared = model.around(key)
        try check(
          groups.cancel(id, sparingAround: key),
          model.takeOut { $0.id == id && !spared.contains($0.key) }
        )
      case 11:
        let besides = random.happens(onceIn: 2) ? id : nil
        let replacing = groups.open(around: key, besides: besides)
        try #require(Set(replacing) == model.open(around: key) { $0.id != besides }, "step \(step)")
      case 12:
        let run = random.number(below: step + 1)
        groups.open(behind: run, of: id)
        _ = model.open(around: model.group(of: run)) { $0.id == id }
      case 13:
        let spared = model.around(key)
        let oldest = model.begun(id).first { !spared.contains($0.key) }
        let runs = groups.cancelOldest(id, sparingAround: key)
        try #require((runs == nil) == (oldest == nil), "step \(step)")
        if let runs, let oldest { try check(runs, model.takeOut { $0.key == oldest.key }) }
      default:
        guard random.happens(onceIn: 4) else { break }
        try #require(Set(groups.takeLeft()) == model.takeLeft(), "step \(step)")
        try check(groups.cancel { $0.scope != nil }, model.takeOut { $0.isMarked })
      }
      let around = model.around(key)
      for id in ids {
        let begun = model.begun(id)
        try #require(groups.places(of: id) == begun.count, "step \(step)")
        try #require(
          groups.places(of: id, around: key) == begun.count { around.contains($0.key) },
          "step \(step)"
        )
        try #require(groups.runs(of: id).map { Set($0) } == begun.map { model.runs(in: $0) }, "step \(step)")
      }
      try #require(
        (max(0, step - 40)...step).allSatisfy { run in
          let around = model.around(model.group(of: run))
          return groups.hasPlace(around: run) == model.groups.contains { around.contains($0.key) && !$0.isWaiting }
        },
        "step \(step)"
      )
      try #require(keys.suffix(40).allSatisfy { groups.isCurrent($0) == model.isCurrent($0) }, "step \(step)")
      try #require(Set(groups.ids) == model.ids && groups.isEmpty == model.ids.isEmpty, "step \(step)")
      try #require(ids.allSatisfy { groups.contains($0) == model.ids.contains($0) }, "step \(step)")
      try #require(
        (max(0, step - 40)...step).allSatisfy { groups.group(of: $0) == model.group(of: $0) },
        "step \(step)"
      )
    }
  }

  private func check(_ runs: [Int], _ expected: Set<Int>) throws {
    try #require(Set(runs) == expected && runs.count == expected.count)
  }
}
