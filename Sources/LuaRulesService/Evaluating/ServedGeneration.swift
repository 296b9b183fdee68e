#if Service
  import Foundation
  import LuaBridge
  import LuaRules

  /// The rules of one moment, with what a service knows of them before anybody asks.
  final class ServedGeneration: Sendable {
    /// The number of the generation; of several live models, the sum of their generations.
    let number: Int
    /// Whether every live model has loaded rules.
    let isReady: Bool
    /// The flags in byte order of their keys.
    let flags: [AnswerableKey]
    /// Whether the same question may for a while have another answer, because a suspended rule is
    /// passed over.
    let mayPassOverRules: Bool
    /// Since when the generation is known here, in seconds since 1970.
    let unixTime = Int(Date().timeIntervalSince1970)
    /// Whether the service has served another generation before.
    private let isChange: Bool
    private let hidesSources: Bool
    private let places: [ByteName: Int]
    /// The context without values, which asks this generation only.
    private let blank: RuleContext
    private let schema: RuleSchema
    private let readableNames: Set<ByteName>?

    init(
      _ context: RuleContext, number: Int, isReady: Bool, isChange: Bool, hidesSources: Bool
    ) {
      let model = context.model
      self.number = number
      self.isReady = isReady
      self.isChange = isChange
      self.hidesSources = hidesSources
      blank = context
      schema = model.schema
      readableNames = model.readableNames
      flags = model.answerableKeys
      mayPassOverRules = model.mayPassOverSuspendedRules
      places = Dictionary(
        uniqueKeysWithValues: flags.enumerated().map { (ByteName($1.name), $0) })
    }

    /// Whether clients that asked a minute ago may have answers of an earlier generation.
    var isRecentChange: Bool {
      isChange && Int(Date().timeIntervalSince1970) - unixTime <= 60
    }

    /// Returns the flag of a key; `nil` if there is none.
    func flag(_ key: String) -> AnswerableKey? {
      places[ByteName(key)].map { flags[$0] }
    }

    /// Makes the context of a request.
    ///
    /// - Throws: ``FlagFailure``.
    func context(_ request: EvaluationRequest) throws(FlagFailure) -> RuleContext {
      var context = blank
      do {
        try context.setValues(ofStranger: request.values, readable: readableNames, schema)
      } catch {
        throw FlagFailure(error, in: context, hidesSources: hidesSources)
      }
      return context
    }

    /// Returns the answer with the value that the key of a flag declares for errors; `nil` if it declares
    /// none.
    func answerOnError(
      _ flag: AnswerableKey, _ failure: FlagFailure, in context: RuleContext
    ) -> FlagAnswer? {
      context.jsonOnError(at: flag.name).map {
        FlagAnswer(flag, onError: $0, failure, generation: number)
      }
    }

    /// Asks for a flag.
    ///
    /// - Throws: ``FlagFailure``.
    func answer(_ flag: AnswerableKey, in context: RuleContext) throws(FlagFailure) -> FlagAnswer {
      do {
        let answer = try context.jsonAnswer(at: flag.name)
        return FlagAnswer(flag, answer, generation: number, hidesSources: hidesSources)
      } catch {
        throw FlagFailure(error, in: context, hidesSources: hidesSources)
      }
    }
  }
#endif
