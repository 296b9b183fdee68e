import LuaBridge

extension Evaluation {
  /// What changes from question to question, and in one.
  struct Question {
    /// The context that is asked, where it stands.
    ///
    /// INVARIANT: there from `begin` to `end`; who asks keeps it so long.
    var asked: Borrowed<RuleContext>?
    /// What is set on it, as far as the keys have numbers.
    var entries = EntryReader()
    /// Whether everything that is set is among the entries.
    var areNumbered = true
    /// Whether some name is another name of a key.
    var hasAliases = false
    /// Whether native code, and Lua, may read what is set where it lies: without a look at other names,
    /// paths that are keys, and secrets, and without anybody who is told of each read.
    var readsInPlace = true
    /// The evaluation from which a host function asked another context.
    var outer: Evaluation?
    /// The budget of the evaluation around this one, which both use.
    var outerBudget: LuaBudget?
    /// The budget of the question from outside, whichever model is asked now.
    var limits: Budget
    /// Whether these are not the model's own: those of an evaluation around this one, or of the context.
    var hasOtherLimits = false
    /// The keys that are being computed, outermost first.
    var chain = KeyChain()
    var memo = AnswerMemo()
    /// Whether some key is known to be secret, or to have secret members.
    var mayHaveSecrets = false
    /// What rules have read of what is secret.
    var secrets = SecretTexts()
    /// The model whose code is running.
    var currentLink = 0
    /// Who sees what the evaluation does, to explain it; `nil` for nobody.
    var recorder: EvaluationRecorder?
    /// What of the host's values was read that another read may find changed.
    var shared = SharedReads()
    /// What went wrong when a key was read natively, for Lua to meet it.
    var failure: ReadFailure?
    /// Whether native code is reading, and not code that it has caused to run.
    var isReadingNatively = false
    /// What native code has done.
    var meter = NativeMeter()
    /// The number of the source of the rule that is running, if that may not do everything.
    var scope = 0
    /// What was read of the context; `nil` when nobody wants to know.
    var tracker: ReadTracker?
    /// The workplaces of the models, and the states in use.
    var lent: LentPlaces
  }
}
