import LuaBridge

/// A Swift value of which Lua holds a view during an evaluation.
struct ViewedObject {
  enum Content {
    case context
    case view(any LuaView)
    case opaque(Any)
    /// `nil`, at a path below which some rule assigns a key.
    case missing
  }

  var content: Content
  /// The path at which the value was read, if some rule assigns a key below it.
  var path: String?
  /// The raw answer when the value leaves Lua again; `nil` for the subject.
  var given: RawAnswer?
  /// Whether the value is secret, with all its parts.
  var isSecret = false
  /// The origin of the value in ``SharedReads``, if it is not the handle's index.
  var origin: UInt64?
  /// The parts of the value that the reading rule may read; `nil` for everything.
  var granted: GrantedPart?

  var rawAnswer: RawAnswer { given ?? subject.map { .swift($0) } ?? .lua(.nil) }

  /// The context itself.
  static var context: ViewedObject {
    ViewedObject(content: .context, path: nil, given: .lua(.nil))
  }

  /// The Swift value that a host function or a typed key gets back.
  var subject: Any? {
    switch content {
    case .context: nil
    case .missing: LuaValue.nil
    case .view(let view): view.subject
    case .opaque(let value): value
    }
  }

  /// Views with the same identity are equal: the identity of a class instance; 0 for none.
  var identity: UInt64 {
    switch content {
    case .context, .missing: return 0
    case .view(let view): return view.identity
    case .opaque(let value):
      guard type(of: value) is AnyClass else { return 0 }
      return UInt64(UInt(bitPattern: ObjectIdentifier(value as AnyObject)))
    }
  }
}
