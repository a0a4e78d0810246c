// Combine, or OpenCombine on systems without it. A module of its own, because the declarations that ReduxBridge exports
// one by one need one name for the module that they come from; OpenCombine has such a shim, but names fewer of Apple's
// systems in its manifest than this package supports.
#if canImport(Combine)
@_exported public import Combine
#else
@_exported public import OpenCombineShim
#endif
