extension FileProbe {
  /// What a path leads to.
  package enum Kind: Equatable, Sendable {
    /// Nothing, or a symbolic link to nothing or to itself.
    case missing
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A pipe, a socket or a device: reading it might never end.
    case other
  }
}
