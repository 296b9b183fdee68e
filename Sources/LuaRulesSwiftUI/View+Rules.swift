#if canImport(SwiftUI)
  public import LuaRules
  public import SwiftUI

  extension View {
    /// Gives the view, and what is in it, the rules of a live model.
    ///
    /// A new generation redraws the views whose values it changes. One update
    /// of the views sees one generation. Values that were set further out stay.
    public nonisolated func rules(_ live: LiveRuleModel) -> some View {
      RuleScope(content: self, rules: .live(live))
    }

    /// Gives the view, and what is in it, rules.
    ///
    /// Live models among the model's fallbacks redraw the views, too. Values
    /// that were set further out stay.
    public nonisolated func rules(_ model: RuleModel) -> some View {
      RuleScope(content: self, rules: .model(model))
    }

    /// Gives the view, and what is in it, the values and rules of an environment.
    ///
    /// What is set on the environment later, or on one above it, redraws the
    /// views whose values it changes. The environment takes the place of the
    /// context from further out.
    public nonisolated func rules(_ environment: RuleEnvironment) -> some View {
      RuleScope(content: self, rules: .environment(environment))
    }
  }

  /// Content with other rules than its surroundings.
  ///
  /// What a view reads by `@Environment` is read before its body runs, so no
  /// view can learn of a new generation by that alone. The body here asks for
  /// the generation, runs again when there is a new one, and hands it down as
  /// another value of the environment.
  private struct RuleScope<Content: View> {
    enum Rules: Sendable {
      case live(LiveRuleModel)
      case model(RuleModel)
      case environment(RuleEnvironment)
    }

    let content: Content
    let rules: Rules
  }

  // In an extension, so that the structure is not bound to the main actor: modifiers are not.
  extension RuleScope: View {
    var body: some View {
      let scope = rules.now
      return content.transformEnvironment(\.ruleContext) { context in
        switch scope {
        case .model(let model): context.model = model
        case .context(let other): context = other
        }
      }
    }
  }

  extension RuleScope.Rules {
    /// What does not change any more, for the length of an update.
    fileprivate enum Moment: Sendable {
      case model(RuleModel)
      case context(RuleContext)
    }

    /// The generations and values of this moment; a body that reads them is told
    /// when there are others.
    fileprivate var now: Moment {
      switch self {
      case .live(let live): .model(RuleContext(live).pinned().model)
      case .model(let model): .model(RuleContext(model).pinned().model)
      case .environment(let environment): .context(environment.context.pinned())
      }
    }
  }
#endif
