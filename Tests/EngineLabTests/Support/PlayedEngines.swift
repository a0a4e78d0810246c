import EngineLab

/// The engines on which the tests of the features play.
enum PlayedEngines {
  static let all: [any LabEngine] = [ElmLabEngine(), FeatureLabEngine(), EffectViewLabEngine(), ReduxLabEngine()]
}
