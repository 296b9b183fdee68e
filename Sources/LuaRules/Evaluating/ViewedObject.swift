import LuaBridge

/// A Swift value that Lua holds a view of, for the length of an evaluation.
struct ViewedObject {
  enum Content {
    case context
    case view(any LuaView)
    case opaque(Any)
    /// Nothing, below which some rule assigns a path.
    case missing
  }

  var content: Content
  /// The path under which it was read, when some rule assigns a path below it.
  var path: String?
  /// What goes on when the value leaves Lua again; `nil` for the subject.
  var given: RawAnswer?
  /// Whether it is secret, with all that is in it.
  var isSecret = false
  /// What stands for it in ``SharedReads``, where its own number does not.
  var origin: UInt64?
  /// What may be read of it by the rule that reads it; `nil` for everything.
  var granted: GrantedPart?

  var payload: RawAnswer { given ?? subject.map { .swift($0) } ?? .lua(.nil) }

  /// The context itself.
  static var context: ViewedObject {
    ViewedObject(content: .context, path: nil, given: .lua(.nil))
  }

  /// The Swift value, as a host function or a typed key takes it back.
  var subject: Any? {
    switch content {
    case .context: nil
    case .missing: LuaValue.nil
    case .view(let view): view.subject
    case .opaque(let value): value
    }
  }

  /// What makes two views equal: the identity of a class instance, or nothing.
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
