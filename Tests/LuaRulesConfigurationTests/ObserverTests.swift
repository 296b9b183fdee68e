#if Configuration
  import Configuration
  import LuaRules
  import LuaRulesConfiguration
  import Synchronization
  import Testing

  /// Observers are told what readers ask.
  struct ObserverTests {
    private final class Observer: RuleObserver {
      let seen = Mutex<[String]>([])

      func observe(_ answer: ObservedAnswer) {
        let value = try? answer.result.get()
        seen.withLock {
          $0.append("\(answer.key) \(value.map { "\($0)" } ?? "failed") \(answer.rule != nil)")
        }
      }

      func observe(_ event: LiveRuleEvent, of live: LiveRuleModel) {}
    }

    @Test func `an observer is told the name that answered`() throws {
      let observer = Observer()
      let model = try RuleModel(
        text: """
          return {
            { key = "httpPort", value = 80 }, { key = "name", value = function() error("no") end },
          }
          """)
      var context = RuleContext(model.observed(by: observer))
      context.onError = { _ in }
      let provider = RuleConfigProvider(context)
      _ = try provider.ask("http.port", .int)
      #expect(throws: RuleError.self) { try provider.ask("name", .string) }
      _ = try provider.ask("other.name", .string)
      #expect(
        observer.seen.withLock { $0 }
          == ["httpPort Optional(80) true", "name failed false", "other.name nil false"])
    }
  }
#endif
