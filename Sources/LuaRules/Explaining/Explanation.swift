public import LuaBridge

/// Why a context answers as it does.
///
/// ```swift
/// print(context.explain(\.fancyColor))
/// ```
///
/// It is data: the answer, what every candidate came to, and the same for each
/// key that was read on the way. Its description is what a rule author reads.
/// What is secret stands as `•••` in it.
public struct Explanation: Sendable {
  /// What was asked: a name, or a path of names.
  public let path: String

  /// The answer, as who asks for the path gets it.
  public let answer: Answer

  /// The keys behind the answer, those that were asked for first, then those
  /// that were read for them; each once.
  public let keys: [Key]

  /// The generation of the first live model that was asked; `nil` without one.
  public let generation: Int?

  /// A value and where it came from, or the error in its place.
  public struct Answer: Sendable {
    /// Where it came from.
    public let origin: Origin
    /// The value as a copy; `nil` after an error.
    public let value: LuaValue?
    /// The value as one line of JSON; a value without such a form as a string
    /// that describes it; `nil` after an error.
    public let json: String?
    /// The rule that gave it, or failed; `nil` when none did.
    public let rule: RuleID?
    /// What went wrong.
    public let error: RuleError?
  }

  /// Where an answer came from.
  public enum Origin: String, Sendable {
    /// It is set on the context.
    case set
    /// A rule of the first model gave it.
    case rule
    /// A rule of a fallback model gave it.
    case fallback
    /// No rule gave it: it is the key's default.
    case `default`
    /// It could not be found.
    case error
  }

  /// What became of one key.
  public struct Key: Sendable {
    /// The name of the key, or a path that is one.
    public let name: String
    /// Its value.
    public let answer: Answer
    /// All rules for it in the order in which they are asked, fallbacks last;
    /// empty when no rule was asked because it is set.
    public let candidates: [Candidate]
    /// The keys that were read for it, each once, in that order.
    public let reads: [String]
    /// What the plan did in each model that was asked; empty unless wanted.
    public let plans: [Plan]
  }

  /// A rule for a key, and what became of it.
  public struct Candidate: Sendable {
    /// The rule: its key, its name, and where it was written.
    public let rule: RuleID
    /// What the rule says about itself.
    public let doc: String?
    /// The number of its model: 0 for the first, then the fallbacks.
    public let model: Int
    /// Its priority.
    public let priority: Priority
    /// Its complexity.
    public let complexity: Int
    /// Why it is asked before the next one; `nil` for the last.
    public let precedence: Precedence?
    /// What became of it.
    public let outcome: Outcome
    /// The conditions that did not hold, if it did not match.
    ///
    /// Had each of them held, and the others been as they were, the rule might
    /// have matched. Of several in a conjunction it is the first that failed.
    public let conditions: [Condition]
    /// The error, if it failed.
    public let error: RuleError?
    /// Where the error is.
    public let excerpt: Excerpt?
    /// What its condition and its value looked at.
    public let reads: [Reading]
  }

  /// What puts a candidate before the next one.
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

  /// What became of a candidate.
  public enum Outcome: String, Sendable {
    /// It gave the value.
    case won
    /// Its condition did not hold.
    case notMatched = "not-matched"
    /// Its value function returned `nil`.
    case declined
    /// Its condition or its value was an error.
    case failed
    /// One before it ended the search.
    case notReached = "not-reached"
  }

  /// A condition that did not hold.
  public struct Condition: Sendable {
    /// The condition as a rule writes it, such as `c.todo.priority == "low"`;
    /// `nil` for a function as a whole, of which only Lua knows why.
    public let text: String?
    /// What it saw.
    public let seen: [Reading]
    /// Where it is written, or where the function is that it belongs to.
    public let location: SourceLocation
    /// The text there.
    public let excerpt: Excerpt?
  }

  /// Something that rule code looked at.
  public struct Reading: Sendable {
    /// As the rule writes it: `c.todo.priority`, `#c.list`.
    public let path: String
    /// What was there; `nil` for something with members.
    public let value: LuaValue?
    /// What was there, as a rule file would write it, or a word for it.
    public let text: String
  }

  /// A part of a line of a rule file.
  public struct Excerpt: Sendable, Hashable {
    /// The line as it stands in the file.
    public let line: String
    /// Its number, from 1.
    public let number: Int
    /// Where the part begins, in characters from 1.
    public let column: Int
    /// How many characters it has.
    public let length: Int
  }

  /// What a plan did with the candidates of a key.
  public struct Plan: Sendable {
    /// The number of the model.
    public let model: Int
    /// What it does, in order.
    public let steps: [Step]

    /// One thing that a plan does.
    public struct Step: Sendable {
      /// What it does.
      public let kind: Kind
      /// The path by which it chooses; `nil` for a step that tries a candidate.
      public let path: String?
      /// What was at the path; `nil` when it was not read.
      public let seen: Reading?
      /// How many candidates the step stands for.
      public let count: Int
      /// How many of them were left to be tried; all, where the value was not known.
      public let left: Int
      /// Where the candidate is, for a step that tries one.
      public let location: SourceLocation?
      /// Why Lua decides the candidate; `nil` when native code does.
      public let obstacle: String?
    }

    /// What a step of a plan does.
    public enum Kind: String, Sendable {
      /// Leaves the candidates that fit one value, found by a hash.
      case `switch`
      /// Leaves those whose bounds hold one number.
      case range
      /// Tries one candidate.
      case attempt
    }
  }
}
