extension ValueReader {
  /// Something wrong at a place in the text.
  struct Problem {
    /// Where, in bytes.
    let offset: Int

    /// What, in sentences.
    let reason: String
  }
}
