#if Service
  import LuaRules

  extension RuleService {
    /// Answers a question for one flag.
    func evaluate(_ key: String, body: [UInt8]) -> ServiceAnswer {
      let generation = rules.current
      guard generation.isReady else { return .notReady }
      do throws(FlagFailure) {
        guard let flag = generation.flag(key) else { throw .unknownFlag(key) }
        let context = try generation.context(EvaluationRequest(body: body))
        var text = ResponseText()
        text.append(try answer(flag, of: generation, in: context))
        return ServiceAnswer(.ok, text)
      } catch {
        metrics.count(error.code)
        return ServiceAnswer(error, key: key)
      }
    }

    /// Answers a question for all flags.
    ///
    /// A flag whose rules fail is an error in the list, or has the value that its key declares for
    /// errors. Then the tag is one of the answers, because the same question may succeed later: it is
    /// evaluated again, and the answers are compared. The same holds where suspended rules are passed over.
    ///
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - knownTags: The header `If-None-Match`.
    ///   - events: Where the client hears of changes.
    /// - Returns: The answer.
    func evaluateAll(
      body: [UInt8], knownTags: String?, events: EventStreamAddress? = nil
    ) -> ServiceAnswer {
      let generation = rules.current
      guard generation.isReady else { return .notReady }
      let isRepeatable = options.isRepeatable && !generation.mayPassOverRules
      var tag: String
      let context: RuleContext
      do throws(FlagFailure) {
        let request = try EvaluationRequest(body: body)
        tag = tags.tag(ofQuestion: request.values, generation: generation.number)
        if isRepeatable, EntityTags.lists(knownTags, tag) {
          return ServiceAnswer(.notModified, entityTag: tag)
        }
        context = try generation.context(request)
      } catch {
        metrics.count(error.code)
        return ServiceAnswer(error)
      }
      let (text, digest, isWhole) = list(generation, in: context, events)
      if !isWhole || !isRepeatable {
        tag = tags.tag(of: digest, generation: generation.number)
        if EntityTags.lists(knownTags, tag) { return ServiceAnswer(.notModified, entityTag: tag) }
      }
      return ServiceAnswer(.ok, text, entityTag: tag)
    }

    /// Explains the answer of a flag.
    func explain(_ key: String, body: [UInt8]) -> ServiceAnswer {
      guard options.explains else {
        return ServiceAnswer(.forbidden, details: "explanations are switched off")
      }
      guard !options.hidesSources else {
        return ServiceAnswer(
          .forbidden,
          details: "explanations are switched off, because they show the sources of rules")
      }
      let generation = rules.current
      guard generation.isReady else { return .notReady }
      do throws(FlagFailure) {
        guard let flag = generation.flag(key) else { throw .unknownFlag(key) }
        let context = try generation.context(EvaluationRequest(body: body))
        let explanation = context.explain(at: flag.name)
        if let error = explanation.answer.error {
          metrics.count(FlagFailure(error, in: context).code)
        }
        return ServiceAnswer(.ok, text: explanation.json)
      } catch {
        metrics.count(error.code)
        return ServiceAnswer(error, key: key)
      }
    }

    /// Asks for all flags; returns the list, and whether each has an answer.
    private func list(
      _ generation: ServedGeneration, in context: RuleContext, _ events: EventStreamAddress?
    ) -> (text: ResponseText, digest: AnswerDigest, isWhole: Bool) {
      let end = ContinuousClock.now + options.timeLimit
      var isWhole = true
      var digest = AnswerDigest()
      var text = ResponseText()
      text.append("{\"flags\":[")
      for (index, flag) in generation.flags.enumerated() {
        if index > 0 { text.append(",") }
        do throws(FlagFailure) {
          let found: FlagAnswer
          if ContinuousClock.now < end {
            found = try answer(flag, of: generation, in: context)
          } else {
            found = try answer(
              flag, after: FlagFailure(.general, "the time for all flags of a request is used up"),
              of: generation, in: context)
          }
          isWhole = isWhole && found.failure == nil
          digest.add(found)
          text.append(found)
        } catch {
          isWhole = false
          metrics.count(error.code)
          digest.add(error, key: flag.name)
          text.append(error, key: flag.name)
        }
      }
      text.append("],")
      if let events { text.append(events) }
      text.append("\"metadata\":{\"generation\":")
      text.append(json: String(generation.number))
      text.append("}}")
      return (text, digest, isWhole)
    }

    /// Asks for a flag, and measures.
    private func answer(
      _ flag: AnswerableKey, of generation: ServedGeneration, in context: RuleContext
    ) throws(FlagFailure) -> FlagAnswer {
      let start = ContinuousClock.now
      defer { metrics.duration.add(ContinuousClock.now - start) }
      do throws(FlagFailure) {
        let answer = try generation.answer(flag, in: context)
        metrics.count(answer.reason)
        return answer
      } catch {
        metrics.count(AnswerReason.error)
        return try answer(flag, after: error, of: generation, in: context)
      }
    }

    /// Returns the value that the key of a flag declares for errors.
    ///
    /// - Throws: The failure if it declares none.
    private func answer(
      _ flag: AnswerableKey, after failure: FlagFailure, of generation: ServedGeneration,
      in context: RuleContext
    ) throws(FlagFailure) -> FlagAnswer {
      guard let answer = generation.answerOnError(flag, failure, in: context) else {
        throw failure
      }
      metrics.count(failure.code)
      return answer
    }
  }

  extension FlagFailure {
    fileprivate static func unknownFlag(_ key: String) -> FlagFailure {
      FlagFailure(.flagNotFound, "no rule assigns `\(PrintableText.of(key))`")
    }
  }

  extension ServiceAnswer {
    fileprivate static var notReady: ServiceAnswer {
      ServiceAnswer(.internalServerError, details: "no rules have been loaded yet")
    }
  }
#endif
