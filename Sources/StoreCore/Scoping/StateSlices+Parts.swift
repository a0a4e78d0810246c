// The slices of key paths, which everybody shares who asks for the same one.
extension StateSlices {
  /// A part that is always there.
  func value<Part: Equatable>(_ keyPath: KeyPath<State, Part>) -> PartSlice<State, Part> {
    part(SliceKey(path: keyPath, kind: .value)) {
      PartSlice(of: self, mayDepart: false, comparison: SliceComparison()) { $0[keyPath: keyPath] }
    }
  }

  /// Whether a part is there.
  func presence<Part>(of keyPath: KeyPath<State, Part?>) -> PartSlice<State, Bool> {
    part(SliceKey(path: keyPath, kind: .presence)) {
      PartSlice(of: self, mayDepart: false, comparison: SliceComparison()) { state in
        if case .some = state[keyPath: keyPath] { true } else { false }
      }
    }
  }

  /// The id of a part that is there, else `nil`.
  func presentID<Part: Identifiable>(of keyPath: KeyPath<State, Part?>) -> PartSlice<State, Part.ID?> {
    part(SliceKey(path: keyPath, kind: .presentID)) {
      PartSlice(of: self, mayDepart: false, comparison: SliceComparison()) { .some($0[keyPath: keyPath]?.id) }
    }
  }

  /// A part that may be absent.
  func child<Part: Equatable>(_ keyPath: KeyPath<State, Part?>) -> PartSlice<State, Part> {
    part(SliceKey(path: keyPath, kind: .child)) {
      PartSlice(of: self, mayDepart: true, comparison: SliceComparison()) { $0[keyPath: keyPath] }
    }
  }

  /// A part that may be absent, and that departs when one of another id takes its place.
  func identifiedChild<Part: Equatable & Identifiable>(_ keyPath: KeyPath<State, Part?>) -> PartSlice<State, Part> {
    part(SliceKey(path: keyPath, kind: .identifiedChild)) {
      PartSlice(
        of: self,
        mayDepart: true,
        isSame: { $0.id == $1.id },
        comparison: SliceComparison(),
        find: { $0[keyPath: keyPath] }
      )
    }
  }

  /// The elements of a collection.
  func elements<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    _ differences: @escaping ElementDifferences<Elements>.Finder
  ) -> ElementSlices<State, Elements> where Elements.Element: Identifiable & Equatable {
    part(SliceKey(path: keyPath, kind: .elements)) {
      ElementSlices(of: self, comparison: SliceComparison(), differences: differences) { $0[keyPath: keyPath] }
    }
  }
}
