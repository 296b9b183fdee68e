#if Service
  import LuaBridge
  import LuaRules

  /// The body of a request: the values of a context.
  struct EvaluationRequest: Sendable {
    /// The members of the context; empty if the body is empty or has no context.
    let values: LuaTable

    /// Reads a body.
    ///
    /// `[]` counts as `{}`: some clients write an empty context so.
    ///
    /// - Throws: ``FlagFailure``; its details show nothing of the body.
    init(body: [UInt8]) throws(FlagFailure) {
      let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      guard body.dropFirst(start).contains(where: { !$0.isWhiteSpace }) else {
        values = .emptyObject
        return
      }
      let object: LuaValue
      do {
        object = try JSON.read(body, isPrivate: true)
      } catch {
        if error.isLargeInteger {
          var error = error
          if error.path.first == "context" { error.path.removeFirst() }
          throw FlagFailure(.invalidContext, RuleError(error, reading: "the context").message)
        }
        throw FlagFailure(.parseError, "the body is not JSON: \(error)")
      }
      guard case .table(let members) = object, members.isObject else {
        throw FlagFailure(.parseError, "the body is not a JSON object")
      }
      switch members["context"] {
      case nil, .null: values = .emptyObject
      case .table(let table) where table.elements.isEmpty: values = table
      case .table: throw FlagFailure(.invalidContext, "the context is a list; expected an object")
      case let other?:
        throw FlagFailure(
          .invalidContext, "the context is \(other.typeName); expected an object")
      }
    }
  }

  extension UInt8 {
    /// Whether JSON skips the byte between its parts.
    fileprivate var isWhiteSpace: Bool { [0x20, 0x0A, 0x0D, 0x09].contains(self) }
  }
#endif
