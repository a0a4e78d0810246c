/// `true` in a debug build, which reports more.
package var isDebugBuild: Bool {
  #if DEBUG
  true
  #else
  false
  #endif
}
