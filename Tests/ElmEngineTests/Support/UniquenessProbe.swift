/// A state that notes, at each change, whether the change could be made in place.
struct UniquenessProbe: Sendable {
  private final class Buffer: Sendable {}

  private var buffer = Buffer()
  private(set) var changesInPlace: [Bool] = []

  mutating func change() {
    changesInPlace.append(isKnownUniquelyReferenced(&buffer))
    // What an array does when its buffer is shared.
    buffer = Buffer()
  }
}
