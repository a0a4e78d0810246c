#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#endif

/// The number of the current thread, unique among live threads.
package enum CurrentThread {
  package static var number: UInt {
    #if canImport(Darwin) || canImport(Musl)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }
}
