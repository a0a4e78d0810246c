@_exported public import StoreRecording
