import LuaBridge

/// The models that one question asks, one after the other, none of them retained.
///
/// INVARIANT: used only while the context keeps the models alive, or pins them.
struct CoreList {
  /// The most models; a question to more begins with an evaluation.
  static let capacity = 4

  private(set) var count = 1
  /// Whether some model has path keys.
  private(set) var hasPathKeys: Bool
  private let first: UnretainedReference<ModelCore>
  private var second: UnretainedReference<ModelCore>
  private var third: UnretainedReference<ModelCore>
  private var fourth: UnretainedReference<ModelCore>

  /// Creates a list of one model.
  @inline(__always)
  init(_ core: ModelCore) {
    let core = UnretainedReference(core)
    (first, second, third, fourth) = (core, core, core, core)
    hasPathKeys = core.with { $0.pathRoots != nil }
  }

  /// Adds a model, which is asked after the others.
  func adding(_ core: ModelCore) -> CoreList {
    var list = self
    let core = UnretainedReference(core)
    switch count {
    case 1: list.second = core
    case 2: list.third = core
    default: list.fourth = core
    }
    list.count = min(count + 1, Self.capacity)
    list.hasPathKeys = hasPathKeys || core.with { $0.pathRoots != nil }
    return list
  }

  subscript(modelIndex: Int) -> UnretainedReference<ModelCore> {
    @inline(__always) get {
      switch modelIndex {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
  }

  /// Whether path keys are below a key, so that only an evaluation may read its value.
  @inline(never)
  func hasPathKeys(below key: UInt32) -> Bool {
    (0..<count).contains { self[$0].with { $0.pathRoots?.contains(key) == true } }
  }

  /// The numbers of the models.
  var numbers: [UInt64] { (0..<count).map { self[$0].with { $0.number } } }

  /// The same numbers, to compare them with those of remembered answers.
  @inline(__always)
  var remembered: RememberedAnswers.Models {
    var numbers = SIMD4<UInt64>()
    for modelIndex in 0..<count { numbers[modelIndex] = self[modelIndex].with { $0.number } }
    return .few(numbers)
  }

  /// The program of a key in a model, for the fast path without an evaluation.
  @inline(__always)
  func quickKey(_ number: UInt32, of modelIndex: Int) -> UnretainedReference<KeyProgram>? {
    self[modelIndex].with { $0.quickKeys[Int(number)] }
  }

  /// Whether each model has a program of a key for the fast path, and the declarations of the key agree.
  ///
  /// An evaluation compares declarations from JSON, and makes the error.
  @inline(never)
  func agree(about number: UInt32) -> Bool {
    var first: DeclaredKey.Signature?
    for modelIndex in 0..<count {
      guard let known = quickKey(number, of: modelIndex) else { return false }
      guard let signature = known.with(\.signature) else { continue }
      if let first, !first.agrees(with: signature) { return false }
      first = signature
    }
    return true
  }
}
