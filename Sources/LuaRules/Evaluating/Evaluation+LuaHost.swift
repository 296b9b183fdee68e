import Logging
import LuaBridge

extension Evaluation: LuaHost {
  /// The price of each name in a list of all names, in instructions.
  private static var costOfName: Int { 4 }

  func member(_ key: LuaValue, of object: ObjectHandle?) throws -> LuaPush {
    try tracedMember(key, of: object ?? .context)
  }

  func member(hint: UInt32, of object: ObjectHandle?) throws -> LuaPush? {
    // A recorder needs the member's name.
    recorder == nil ? try member(at: hint, of: object ?? .context) : nil
  }

  func hint(for key: LuaValue, of object: ObjectHandle?) -> UInt32 {
    guard let object, object != .context else {
      guard case .string(let name) = key else { return 0 }
      return KeyID(asked: name).number
    }
    guard case .view(let view) = views.content(of: object), view.family != 0 else { return 0 }
    // Each read of a secret must be noted, so a secret gets no hint and thus no fast path.
    if view.isSecret(key) { return 0 }
    return view.position(of: key)
  }

  func count(of object: ObjectHandle) throws -> Int {
    try memberCount(of: object)
  }

  func keys(of object: ObjectHandle?) throws -> [LuaValue] {
    try refuseListing(object ?? .context)
    guard let object, object != .context else {
      trackOther()
      let names = knownNames.all
      // A name costs as much as a few instructions, and Lua charges for one.
      if !budget.spend(Self.costOfName * names.count) { throw exhaustion }
      return names.map(LuaValue.string)
    }
    guard case .view(let view) = views.content(of: object) else { return [] }
    // The names in a dictionary are part of its value.
    if view.shape == .dictionary, views[object].isSecret {
      view.keys.forEach { secrets.note($0) }
    }
    return view.keys
  }

  func call(_ function: Int, arguments: [LuaValue]) throws -> LuaPush {
    let outerModelIndex = currentModelIndex
    defer { currentModelIndex = outerModelIndex }
    return try push(result: callHost(function, arguments))
  }

  func call(_ object: ObjectHandle, arguments: [LuaValue]) throws -> LuaPush {
    guard case .opaque(let value) = views.content(of: object), let member = value as? BoundMember
    else {
      throw RuleError(.wrongType, "this is no function")
    }
    let outerModelIndex = currentModelIndex
    defer { currentModelIndex = outerModelIndex }
    let result = try callMember(member, arguments)
    return try push(result: result, isSecret: views[object].isSecret)
  }

  func require(_ name: String, from chunk: Int) throws -> Int {
    let slots = links[currentModelIndex].recording.moduleSlots
    guard let slot = slots[ModuleRequest(chunk: chunk, name: name)] else {
      throw RuleError(
        .module, "the module \"\(name)\" was not loaded with its file",
        hint: "write `local \(name.split(separator: ".").last ?? "module") = require \"\(name)\"` "
          + "at the top of the file")
    }
    return slot
  }

  func print(_ text: String) {
    trackOther()
    context.logger.debug("\(knownSecrets.masking(text))")
  }
}
