import CLuaSupport

// Each callback returns an outcome. No error and no jump may leave Swift here.

extension CallbackBox {
  private static func withHost(
    _ owner: UnsafeMutableRawPointer?, _ body: (LuaState, any LuaHost) throws -> Void
  ) -> LRSOutcome {
    guard let owner = unsafe owner else { return .raise }
    // Unretained: the state stays alive while code runs in it, and callbacks are frequent.
    return unsafe Unmanaged<CallbackBox>.fromOpaque(owner)._withUnsafeGuaranteedRef { box in
      guard let lua = unsafe box.lua else { return .raise }
      return unsafe lua._withUnsafeGuaranteedRef { lua in
        do {
          guard let host = unsafe lua.accessHost ?? lua.host else {
            throw LuaFailure(.runtime, "the host has no answers")
          }
          try body(lua, host)
          return .OK
        } catch {
          lua.pendingError = error
          return .raise
        }
      }
    }
  }

  private static func object(_ handle: UInt32) -> ObjectHandle? {
    handle == 0 ? nil : ObjectHandle(index: handle)
  }

  /// Answers C for a member: by its hint if it has one, else by its name.
  static func member(
    _ owner: UnsafeMutableRawPointer?, _ handle: UInt32, _ key: UnsafePointer<LRSValue>,
    _ result: UnsafeMutablePointer<LRSValue>
  ) -> LRSOutcome {
    unsafe withHost(owner) { lua, host in
      let object = object(handle)
      let hint = unsafe key.pointee.hint
      if hint != 0, let push = try host.member(hint: hint, of: object) {
        unsafe result.pointee = try lua.value(of: push)
        return
      }
      let name = LuaValue(scalar: unsafe key.pointee)
      unsafe result.pointee = try lua.value(of: host.member(name, of: object))
      unsafe result.pointee.hint = host.hint(for: name, of: object)
    }
  }

  static func count(
    _ owner: UnsafeMutableRawPointer?, _ handle: UInt32, _ result: UnsafeMutablePointer<Int64>
  ) -> LRSOutcome {
    unsafe withHost(owner) { _, host in
      unsafe result.pointee = Int64(try host.count(of: ObjectHandle(index: handle)))
    }
  }

  static func keys(_ owner: UnsafeMutableRawPointer?, _ handle: UInt32) -> LRSOutcome {
    unsafe withHost(owner) { lua, host in
      for key in try host.keys(of: object(handle)) {
        var value = try lua.value(of: .value(key))
        guard unsafe lrs_addKey(lua.state, &value) else { throw LuaFailure(.memory) }
      }
    }
  }

  static func call(
    _ owner: UnsafeMutableRawPointer?, _ function: UInt32, _ arguments: LRSTokens,
    _ count: Int32, _ result: UnsafeMutablePointer<LRSValue>
  ) -> LRSOutcome {
    unsafe withHost(owner) { lua, host in
      let push = try lua.withArguments(arguments, count) {
        try host.call(Int(function), arguments: $0)
      }
      unsafe result.pointee = try lua.value(of: push)
    }
  }

  static func callView(
    _ owner: UnsafeMutableRawPointer?, _ handle: UInt32, _ arguments: LRSTokens,
    _ count: Int32, _ result: UnsafeMutablePointer<LRSValue>
  ) -> LRSOutcome {
    unsafe withHost(owner) { lua, host in
      let object = ObjectHandle(index: handle)
      let push = try lua.withArguments(arguments, count) {
        try host.call(object, arguments: $0)
      }
      unsafe result.pointee = try lua.value(of: push)
    }
  }

  static func require(
    _ owner: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>, _ length: Int,
    _ chunk: Int32, _ slot: UnsafeMutablePointer<Int32>
  ) -> LRSOutcome {
    unsafe withHost(owner) { _, host in
      let text = unsafe String(
        decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
      unsafe slot.pointee = Int32(clamping: try host.require(text, from: Int(chunk)))
    }
  }

  static func print(
    _ owner: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>, _ length: Int
  ) -> LRSOutcome {
    unsafe withHost(owner) { _, host in
      host.print(
        unsafe String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
    }
  }

  /// Returns the number of a key, or of a member that may be read without a note; 0 for none.
  ///
  /// Runs no host code.
  static func number(
    _ owner: UnsafeMutableRawPointer?, _ layout: UnsafePointer<LRSLayout>?,
    _ name: UnsafePointer<CChar>, _ length: Int
  ) -> UInt32 {
    let bytes = unsafe UnsafeRawBufferPointer(start: name, count: length)
    guard let name = unsafe String(luaText: bytes) else { return 0 }
    if let layout = unsafe layout {
      return unsafe Layout(pointer: layout).witness.position(of: name)
    }
    guard let owner = unsafe owner else { return 0 }
    return unsafe Unmanaged<CallbackBox>.fromOpaque(owner)._withUnsafeGuaranteedRef { box in
      unsafe box.lua?._withUnsafeGuaranteedRef { $0.keyNumber(name) } ?? 0
    }
  }
}

extension LuaState {
  /// The largest capacity of an argument list that is kept for reuse.
  private static let mostSpareArguments = 16

  /// Runs `body` with the arguments of a call, in a list that is reused.
  ///
  /// A nested call gets another list.
  fileprivate func withArguments(
    _ tokens: LRSTokens, _ count: Int32, _ body: ([LuaValue]) throws -> LuaPush
  ) throws -> LuaPush {
    var arguments: [LuaValue] = []
    unsafe swap(&arguments, &spareArguments)
    defer {
      if arguments.capacity <= Self.mostSpareArguments {
        while arguments.popLast() != nil {}
        unsafe swap(&arguments, &spareArguments)
      }
    }
    var reader = TokenReader(tokens)
    for _ in 0..<count { arguments.append(try reader.value()) }
    return try body(arguments)
  }

  /// The C form of a value on its way into Lua; the state stores the bytes of strings.
  func value(of push: LuaPush) throws(LuaFailure) -> LRSValue {
    var result = LRSValue()
    switch push {
    case .context:
      result.kind = .view
      result.shape = .context
    case .view(let handle, let shape, let identity, let family):
      result.kind = .view
      result.handle = handle.index
      result.identity = identity
      result.family = family
      result.shape =
        switch shape {
        case .list: .list
        case .dictionary: .dictionary
        case .members: .members
        case .opaque: .opaque
        case .function: .function
        }
    case .value(let value):
      try fill(&result, with: value)
    }
    return result
  }

  private func fill(_ result: inout LRSValue, with value: LuaValue) throws(LuaFailure) {
    switch value {
    case .nil, .table, .object, .function: result.kind = .nil
    case .null: result.kind = .null
    case .boolean(let flag):
      result.kind = .boolean
      result.integer = flag ? 1 : 0
    case .integer(let integer):
      result.kind = .integer
      result.integer = integer
    case .number(let number):
      result.kind = .number
      result.number = number
    case .string(var text):
      result.kind = .string
      result.length = text.utf8.count
      unsafe result.bytes = text.withUTF8 { unsafe keep(UnsafeRawBufferPointer($0)) }
      if unsafe result.bytes == nil { throw LuaFailure(.memory) }
    case .bytes(let bytes):
      result.kind = .string
      result.length = bytes.count
      unsafe result.bytes = bytes.withUnsafeBytes { unsafe keep($0) }
      if unsafe result.bytes == nil { throw LuaFailure(.memory) }
    }
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
    unsafe lrs_keepBytes(
      state, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }
}
