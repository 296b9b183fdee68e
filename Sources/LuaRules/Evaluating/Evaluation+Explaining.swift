import LuaBridge

extension Evaluation {
  /// Reads a member as rule code does, and tells the recorder, if there is one.
  func tracedMember(_ key: LuaValue, of handle: ObjectHandle) throws(RuleError) -> LuaPush {
    guard let recorder else { return try member(key, of: handle) }
    if handle == .context, case .string(let name) = key,
      let known = try? resolved(KeyID(asked: name)), values[known] != nil
    {
      recorder.noteReading(of: known)
    }
    let push = try member(key, of: handle)
    recorder.note(push, at: key, of: handle, isSecret: isSecret(key, of: handle))
    return push
  }

  private func isSecret(_ key: LuaValue, of handle: ObjectHandle) -> Bool {
    guard mayHaveSecrets || handle != .context else { return false }
    guard handle != .context else {
      if case .string(let name) = key { return isSecret(name) }
      return false
    }
    guard views.contains(handle) else { return false }
    let object = views[handle]
    if object.isSecret { return true }
    if case .view(let view) = object.content { return view.isSecret(key) }
    return false
  }
}
