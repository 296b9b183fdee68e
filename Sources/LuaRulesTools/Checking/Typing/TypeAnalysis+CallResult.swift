import LuaRules

extension TypeAnalysis {
  /// What a call of a function does.
  struct CallResult {
    /// The first result; never if the call does not return.
    var type: LuaType
    /// Why every call with these arguments fails.
    var fault: TypeFault?
    var file = ""
    /// What goes wrong in it with these arguments, if it comes to that.
    var faults: [TypeFault] = []
    /// The comparisons of texts among the arguments that never hold, by the positions of the arguments.
    var comparedInVain: [Int: TypeFault] = [:]
    /// What its tests have looked at.
    var tests = TestedPlaces()
    /// Whether it gives exactly one value.
    var givesOneValue = false
    /// Whether the function that is looked at was called again.
    var isRecursive = false
    /// Whether it raises an error on purpose in every way.
    var raises = false
    /// The arguments that count as true if it returns.
    var trueArguments: Set<Int> = []
    /// Whether it may end by an error on purpose.
    var mayRaise = true
    /// What the truth of the result tells of the context.
    var implication: TypeState.Implication?
    /// Why the result may be missing.
    var origin: TypePlaces.Origin?
    /// What the result was calculated from.
    var sources: ValueSources?
    /// The tables among the arguments that it leaves as they are, by their positions.
    var keptTables: Set<Int> = []
    /// What is in the table that it makes and gives back; `nil` if that is not known.
    var table: TableContents?
    /// What the function does in the call; `nil` if it was not followed.
    var told: FollowedCalls.Told?
  }
}
