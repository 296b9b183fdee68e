import LuaBridge

/// The state of an evaluation that changes from question to question.
struct EvaluationState {
  /// The context of the evaluation, borrowed.
  ///
  /// INVARIANT: present from `begin` to `end`; the caller keeps it alive that long.
  var asked: Borrowed<RuleContext>?
  /// The set values of the keys that have numbers.
  var entries = EntryReader()
  /// Whether the entries hold all set values.
  var areNumbered = true
  /// Whether some name is an alias of a key.
  var hasAliases = false
  /// Whether some set name is a path.
  var hasSetPaths = false
  /// Whether native code and Lua may read set values directly from the entries: there are no
  /// aliases and path keys, and no recorder that must see each read.
  var readsInPlace = true
  /// The outer evaluation, in which a host function asked another context.
  var outer: Evaluation?
  /// The budget of the outer evaluation, which both share.
  var outerBudget: LuaBudget?
  /// The budget of the question from outside, the same for all models.
  var limits: Budget
  /// Whether the limits are not the model's own, but those of an outer
  /// evaluation or of the context.
  var hasOtherLimits = false
  /// The keys that are being computed, outermost first.
  var chain = KeyChain()
  var memo = AnswerMemo()
  /// Whether some key may be secret or have secret members.
  var mayHaveSecrets = false
  /// Whether some key was set as a secret one.
  var hasSetSecrets = false
  /// The keys that are not read directly, because they are secret or have path keys below them; `nil` if
  /// there are none.
  var withheld: WithheldKeys?
  /// The secret texts that rules have read.
  var secrets = SecretTexts()
  /// The number of the model whose code is running.
  var currentModelIndex = 0
  /// Records the evaluation, to explain it; `nil` if nobody observes.
  var recorder: EvaluationRecorder?
  /// The rules of the first model that held and gave `nil`; `nil` if nobody asks for them.
  var declinedRules: [RuleID]?
  /// The results of reads of host values that may change between two reads.
  var shared = SharedReads()
  /// The error of a key that native code has read, kept until Lua reads the same key.
  var failure: ReadFailure?
  /// Whether native code is reading, not other code that its read runs.
  var isReadingNatively = false
  /// The cost of the native code that ran so far.
  var meter = NativeMeter()
  /// The number of the source of the running rule, if its grant limits it; else 0.
  var grantID = 0
  /// The reads of the context; `nil` if reads are not tracked.
  var tracker: ReadTracker?
  /// The pooled evaluators of the models, and the Lua states in use.
  var borrowed: BorrowedEvaluators
}
