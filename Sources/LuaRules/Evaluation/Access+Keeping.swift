import LuaBridge

// What Lua has read stays in its state for the next question about the same values.
//
// Only what is stored in what is set on the context: that is the same whenever it is
// read. No object is held for it: a view that stays in Lua is known by its key here,
// and gets its object back when somebody looks for it.

extension Access {
  /// Begins to read in a state.
  func beginReading(in state: LuaState) {
    // What was read before, for a pattern, has the handles that views of the last question had.
    let subject = question.value.objects.count == 1 ? keptSubject : 0
    let isResumed = state.beginAccess(
      answeredBy: self, using: question.value.budget, wantsTraceback: wantsTraceback,
      of: subject)
    if witness != nil { state.showReads() }
    if !isResumed, !question.value.keptKeys.isEmpty { question.value.keptKeys.removeAll() }
    question.value.hasKeptViews = isResumed && !question.value.keptKeys.isEmpty
    question.value.readsStored = subject != 0
    question.value.hostCalls = state.hostCalls
  }

  /// Ends to read in a state.
  func endReading(in state: LuaState, isSpent: Bool) {
    if question.value.readsStored, !isSpent {
      let subject = keptSubject
      state.endAccess(keepingReadsOf: subject)
      if let answered = question.value.answered, state.hostCalls == question.value.hostCalls {
        answered.noteRepeatable(for: subject, in: cores[0].object)
      }
    } else {
      state.endAccess()
    }
    question.value.hasKeptViews = false
    question.value.readsStored = false
  }

  /// Stands for the values whose reads may be kept; 0 for none.
  ///
  /// One model whose state comes back with the access, and nothing that has to be
  /// noted when it is read.
  private var keptSubject: UInt64 {
    guard held == nil, !isTracking, witness == nil, question.value.outer == nil,
      !question.value.mayHaveSecrets,
      let asked = question.value.asked, !asked.value.values.hasAliases
    else { return 0 }
    return asked.value.values.stamp
  }

  /// Notes that Lua reads what may be another thing the next time.
  func noteFreshRead() { question.value.readsStored = false }

  /// Notes the view of what is set for a key, which was registered last.
  func noteStoredView(of key: KeyID) {
    question.value.keptKeys.append(key)
    question.value.readsStored = question.value.keptKeys.count == objects.count - 1
  }

  /// Puts the views among the objects that an earlier question left in Lua.
  func takeKeptViews() {
    question.value.hasKeptViews = false
    for key in question.value.keptKeys {
      // INVARIANT: the values are the same, and this was set when the view was made.
      guard let set = values[key], case .view(let view) = set.representation else { return }
      question.value.objects.append(
        ViewedObject(
          content: .view(view), path: nil, given: .set(set), isSecret: false,
          origin: SharedReads.origin(of: key, link: currentLink)))
    }
  }
}
