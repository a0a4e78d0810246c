@_exported public import StoreVocabulary

// A feature's file imports this module alone: its store is an `ObservableObject`, its effects are StoreCore's. Of Combine,
// or OpenCombine, it sees what screens and pipelines name; the operators are members. The other names are words that
// other libraries have too, such as `Record` and `Future`.
@_exported public import class OpenCombineShim.AnyCancellable
@_exported public import struct OpenCombineShim.AnyPublisher
@_exported public import struct OpenCombineShim.AnySubscriber
@_exported public import protocol OpenCombineShim.Cancellable
@_exported public import class OpenCombineShim.CurrentValueSubject
@_exported public import struct OpenCombineShim.Deferred
@_exported public import struct OpenCombineShim.Empty
@_exported public import struct OpenCombineShim.Fail
@_exported public import struct OpenCombineShim.Just
@_exported public import protocol OpenCombineShim.ObservableObject
@_exported public import class OpenCombineShim.ObservableObjectPublisher
@_exported public import class OpenCombineShim.PassthroughSubject
@_exported public import struct OpenCombineShim.Published
@_exported public import protocol OpenCombineShim.Publisher
@_exported public import enum OpenCombineShim.Publishers
@_exported public import protocol OpenCombineShim.Scheduler
@_exported public import protocol OpenCombineShim.Subject
@_exported public import protocol OpenCombineShim.Subscriber
@_exported public import enum OpenCombineShim.Subscribers
@_exported public import protocol OpenCombineShim.Subscription
