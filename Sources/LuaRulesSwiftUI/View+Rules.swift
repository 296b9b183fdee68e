#if canImport(SwiftUI)
  public import LuaRules
  public import SwiftUI

  extension View {
    /// Gives the view and its subviews the rules of a live model.
    ///
    /// A new generation redraws the views whose values it changes. One update
    /// of the views sees one generation. Values that were set by outer views stay.
    public nonisolated func rules(_ live: LiveRuleModel) -> some View {
      RuleScope(content: self, rules: .live(live))
    }

    /// Gives the view and its subviews rules.
    ///
    /// Live models among the model's fallbacks also redraw the views. Values
    /// that were set by outer views stay.
    public nonisolated func rules(_ model: RuleModel) -> some View {
      RuleScope(content: self, rules: .model(model))
    }

    /// Gives the view and its subviews the values and rules of an environment.
    ///
    /// A later change of the environment, or of one above it, redraws the
    /// views whose values it changes. The environment replaces the
    /// context of outer views.
    public nonisolated func rules(_ environment: RuleEnvironment) -> some View {
      RuleScope(content: self, rules: .environment(environment))
    }
  }

  /// A view that gives its content other rules.
  ///
  /// SwiftUI reads the `@Environment` values of a view before its body runs, so
  /// this alone cannot make a view notice a new generation. The body of this view reads
  /// the generation, runs again when there is a new one, and passes it down as
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

  // In an extension, so that the structure is not bound to the main actor,
  // because modifiers are not.
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
    /// A snapshot of the rules, for the length of an update.
    fileprivate enum Moment: Sendable {
      case model(RuleModel)
      case context(RuleContext)
    }

    /// A snapshot of the current generations and values; a body that reads it runs again
    /// when they change.
    fileprivate var now: Moment {
      switch self {
      case .live(let live): .model(RuleContext(live).pinned().model)
      case .model(let model): .model(RuleContext(model).pinned().model)
      case .environment(let environment): .context(environment.context.pinned())
      }
    }
  }
#endif
