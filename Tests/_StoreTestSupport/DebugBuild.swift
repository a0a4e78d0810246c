/// Whether the tests are those of a debug build, in which more is told.
package var isDebugBuild: Bool {
  #if DEBUG
  true
  #else
  false
  #endif
}
