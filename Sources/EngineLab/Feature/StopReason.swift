/// Why work ended before its time.
package enum StopReason: String, Equatable, Sendable {
  /// Somebody cancelled it.
  case cancelled
  /// Newer work of the same name took its place.
  case replaced
}
