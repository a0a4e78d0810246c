import Foundation
import StoreSimulation
import Testing

/// The planted bugs are found, and nothing is found in the fixed versions.
///
/// The trait `Exhaustive` explores each fixed version with 2,000 seeds, and
/// `STORE_ENGINES_SEEDS=10000 swift test -c release --filter PlantedBugsTests` for longer.
@MainActor
@Suite struct PlantedBugsTests {
  /// The number of seeds for a fixed version, of which each engine has its part.
  private static let mendedSeeds =
    ProcessInfo.processInfo.environment["STORE_ENGINES_SEEDS"].flatMap { UInt64($0) } ?? defaultMendedSeeds

  #if Exhaustive
  private static let defaultMendedSeeds: UInt64 = 2_000
  #else
  private static let defaultMendedSeeds: UInt64 = 200
  #endif

  @Test(arguments: PlantedBug.all.indices)
  func `a planted bug is found in a story of at most six steps, in which its fixed version has none`(
    index: Int
  ) async throws {
    let bug = PlantedBug.all[index]
    for (engine, play) in bug.plays {
      let exploration = await bug.explore(play, seeds: 0..<200, shrinks: true)
      let shrunk = try #require(exploration.shrunk, "\(bug.name) on \(engine): \(exploration)")
      #expect(shrunk.story.count <= 6, "\(bug.name) on \(engine): \(exploration)")
      let mended = await bug.replay(shrunk, of: play, isMended: true)
      #expect(mended.failure == nil, "\(bug.name) on \(engine), mended: \(mended)")
    }
  }

  @Test(arguments: PlantedBug.all.indices)
  func `nothing is found in a fixed version`(index: Int) async {
    let bug = PlantedBug.all[index]
    let count = Self.mendedSeeds / UInt64(bug.plays.count)
    for ((engine, play), part) in zip(bug.plays, UInt64(0)...) {
      let exploration = await bug.explore(play, isMended: true, seeds: (part * count)..<((part + 1) * count))
      #expect(exploration.agrees, "\(bug.name) on \(engine): \(exploration)")
    }
  }
}
