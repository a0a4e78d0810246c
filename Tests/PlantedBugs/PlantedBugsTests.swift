import Foundation
import StoreSimulation
import Testing

/// The planted bugs are found, and nothing is found in the fixed versions.
///
/// `STORE_ENGINES_SEEDS=10000 swift test -c release --filter PlantedBugsTests` explores the fixed ones for longer.
@MainActor
@Suite struct PlantedBugsTests {
  /// The number of seeds for a fixed version: `STORE_ENGINES_SEEDS`, or a few.
  private static let mendedSeeds =
    ProcessInfo.processInfo.environment["STORE_ENGINES_SEEDS"].flatMap { UInt64($0) } ?? 100

  @Test(arguments: PlantedBug.all.indices)
  func `a planted bug is found in a story of at most six steps, in which its fixed version has none`(
    index: Int
  ) async throws {
    let bug = PlantedBug.all[index]
    for (engine, play) in bug.plays {
      let exploration = await bug.explore(play, seeds: 0..<1_000, shrinks: true)
      let shrunk = try #require(exploration.shrunk, "\(bug.name) on \(engine): \(exploration)")
      #expect(shrunk.story.count <= 6, "\(bug.name) on \(engine): \(exploration)")
      let mended = await bug.replay(shrunk, of: play, isMended: true)
      #expect(mended.failure == nil, "\(bug.name) on \(engine), mended: \(mended)")
    }
  }

  @Test(arguments: PlantedBug.all.indices)
  func `nothing is found in a fixed version`(index: Int) async {
    let bug = PlantedBug.all[index]
    for (engine, play) in bug.plays {
      let exploration = await bug.explore(play, isMended: true, seeds: 0..<Self.mendedSeeds)
      #expect(exploration.agrees, "\(bug.name) on \(engine): \(exploration)")
    }
  }
}
