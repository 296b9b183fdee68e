public import LuaBridge

/// Why a context answers as it does.
///
/// ```swift
/// print(context.explain(\.fancyColor))
/// ```
///
/// It is data: the answer, the outcome of each candidate, and the same for each
/// key that was read for it. Its description is a text for rule authors.
/// Secrets are shown as `•••`.
public struct Explanation: Sendable {
  /// The question: a name, or a path of names.
  public let path: String

  /// The answer that a caller gets for the path.
  public let answer: Answer

  /// The keys that the answer depends on: first the requested ones, then those
  /// that were read for them; each once.
  public let keys: [Key]

  /// The generation of the first live model in the chain; `nil` if there is none.
  public let generation: Int?

  /// A value and its origin, or an error.
  public struct Answer: Sendable {
    /// The origin of the answer.
    public let origin: Origin
    /// A copy of the value; after an error, the value that the key declares for errors, or `nil` if it
    /// declares none.
    public let value: LuaValue?
    /// The value as one line of JSON, or a string that describes a value without such a form;
    /// `nil` if there is no value.
    public let json: String?
    /// The rule that gave the value, or failed, of several rules the first; `nil` if there is none.
    public let rule: RuleID?
    /// The error, if there is one.
    public let error: RuleError?
  }

  /// The origin of an answer.
  public enum Origin: String, Sendable {
    /// The value is set on the context.
    case set
    /// A rule of the first model gave the value.
    case rule
    /// A rule of a fallback model gave the value.
    case fallback
    /// No rule gave a value, so it is the key's default.
    case `default`
    /// The question failed; the value, if there is one, is what the key declares for errors.
    case error
  }

  /// The explanation of one key.
  public struct Key: Sendable {
    /// The name of the key, which may be a path.
    public let name: String
    /// The answer for the key.
    public let answer: Answer
    /// How the rules of the key answer together.
    public let hitPolicy: HitPolicy
    /// All rules for the key in the order in which they are tried, fallbacks last;
    /// empty if the key is set, so that no rule was tried.
    public let candidates: [Candidate]
    /// The keys that were read for it, each once, in the order of reading.
    public let reads: [String]
    /// The steps of the plan in each model that was asked; empty unless requested.
    package let plans: [Plan]
  }

  /// A rule for a key, with its outcome.
  public struct Candidate: Sendable {
    /// The rule: its key, its name, and where it was written.
    public let rule: RuleID
    /// The documentation in the rule.
    public let doc: String?
    /// The number of its model: 0 for the first, then the fallbacks.
    public let model: Int
    /// Its priority.
    public let priority: Priority
    /// Its complexity.
    public let complexity: Int
    /// Why it is tried before the next candidate; `nil` for the last one.
    public let precedence: Precedence?
    /// How the attempt ended.
    public let outcome: Outcome
    /// The conditions that did not hold, if it did not match.
    ///
    /// If each of them had held, and all other conditions had stayed the same, the rule might
    /// have matched. In a conjunction it is the first condition that failed.
    public let conditions: [Condition]
    /// The error, if it failed.
    public let error: RuleError?
    /// The source text at the error.
    public let excerpt: Excerpt?
    /// The values that its condition and its value function read.
    public let reads: [Reading]
    /// What it contributed to an answer of several rules, as one line of JSON; `nil` if it contributed
    /// nothing, or the first rule that holds answers alone.
    public let contribution: String?
  }

  /// Why a candidate is tried before the next one.
  public enum Precedence: String, Sendable {
    /// Its priority is higher.
    case priority
    /// Its complexity is higher.
    case complexity
    /// It is declared earlier.
    case declaration
    /// The next one belongs to a fallback.
    case model
  }

  /// How a candidate ended.
  public enum Outcome: String, Sendable {
    /// It gave the value, or a part of it.
    case won
    /// Its condition did not hold.
    case notMatched = "not-matched"
    /// Its value function returned `nil`.
    case declined
    /// Its condition or its value function failed with an error.
    case failed
    /// The search ended before it.
    case notReached = "not-reached"
  }

  /// A condition that did not hold.
  public struct Condition: Sendable {
    /// The condition as written in a rule, such as `c.todo.priority == "low"`;
    /// `nil` for a whole function that only Lua can run.
    public let text: String?
    /// The values that it read.
    public let seen: [Reading]
    /// Its location, or that of the function around it.
    public let location: SourceLocation
    /// The source text at that location.
    public let excerpt: Excerpt?
    /// What a condition of a pattern requires, such as `at least 18`.
    var requirement: String?
  }

  /// A value that rule code read.
  public struct Reading: Sendable {
    /// The path as written in the rule: `c.todo.priority`, `#c.list`.
    public let path: String
    /// The value; `nil` for a value with members.
    public let value: LuaValue?
    /// The value as written in a rule file, or a word for it.
    public let text: String
  }

  /// A part of a line of a rule file.
  public struct Excerpt: Sendable, Hashable {
    /// The whole line in the file.
    public let line: String
    /// The number of the line, from 1.
    public let number: Int
    /// The column at which the part begins, in characters from 1.
    public let column: Int
    /// The number of characters of the part.
    public let length: Int
  }

  /// The steps of a plan for the candidates of a key.
  package struct Plan: Sendable {
    /// The number of the model.
    package let model: Int
    /// The steps, in order.
    package let steps: [Step]

    /// One step of a plan.
    package struct Step: Sendable {
      /// The kind of the step.
      package let kind: Kind
      /// The path whose value selects candidates; `nil` for a step that tries a candidate.
      package let path: String?
      /// The value at the path; `nil` if it was not read.
      package let seen: Reading?
      /// How many candidates the step covers.
      package let count: Int
      /// How many of them were left to try; all of them if the value was not known.
      package let left: Int
      /// The location of the candidate, for a step that tries one.
      package let location: SourceLocation?
      /// Why Lua decides the candidate; `nil` if native code does.
      package let obstacle: String?
    }

    /// The kinds of steps.
    package enum Kind: String, Sendable {
      /// Selects the candidates that fit one value, by a hash lookup.
      case `switch`
      /// Selects the candidates whose bounds contain a number.
      case range
      /// Tries one candidate.
      case attempt
    }
  }
}
