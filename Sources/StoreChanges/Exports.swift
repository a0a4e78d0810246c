@_exported public import StoreCore
