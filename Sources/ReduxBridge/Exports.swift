@_exported public import StoreVocabulary

// A feature's file imports this module alone: its store is an `ObservableObject`, its effects are StoreCore's. Of Combine,
// or OpenCombine, it sees what screens and pipelines name; the operators are members. The other names are words that
// other libraries have too, such as `Record` and `Future`.
@_exported public import class CombineShim.AnyCancellable
@_exported public import struct CombineShim.AnyPublisher
@_exported public import struct CombineShim.AnySubscriber
@_exported public import protocol CombineShim.Cancellable
@_exported public import class CombineShim.CurrentValueSubject
@_exported public import struct CombineShim.Deferred
@_exported public import struct CombineShim.Empty
@_exported public import struct CombineShim.Fail
@_exported public import struct CombineShim.Just
@_exported public import protocol CombineShim.ObservableObject
@_exported public import class CombineShim.ObservableObjectPublisher
@_exported public import class CombineShim.PassthroughSubject
@_exported public import struct CombineShim.Published
@_exported public import protocol CombineShim.Publisher
@_exported public import enum CombineShim.Publishers
@_exported public import protocol CombineShim.Scheduler
@_exported public import protocol CombineShim.Subject
@_exported public import protocol CombineShim.Subscriber
@_exported public import enum CombineShim.Subscribers
@_exported public import protocol CombineShim.Subscription
