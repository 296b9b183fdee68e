/// What does not agree with the declared layers.
///
/// Each is a line that begins with the file that is to be mended.
func findings(in uses: Uses, layers: Layers) -> [String] {
  layers.orders.flatMap { undeclared(in: uses, order: $0) + backward(in: uses, order: $0) }
    + targets(in: uses, layers: layers) + pointers(in: uses, layers: layers)
}

private func undeclared(in uses: Uses, order: Layers.Order) -> [String] {
  let present = Set(uses.files.compactMap(order.folder))
  let declared = Set(order.folders)
  return present.subtracting(declared).sorted().map {
    "\(order.root)/\($0): the layers do not name this folder"
  }
    + declared.subtracting(present).sorted().map {
      "\(order.root)/\($0): the layers name this folder, but it has no sources"
    }
}

private func backward(in uses: Uses, order: Layers.Order) -> [String] {
  let back = uses.uses.filter { use in
    guard let from = order.folder(of: use.from).flatMap(order.rank),
      let to = order.folder(of: use.to).flatMap(order.rank)
    else { return false }
    return to > from
  }
  return lines(back)
}

private func targets(in uses: Uses, layers: Layers) -> [String] {
  let present = Set(uses.files.map(Layers.target))
  let unnamed = present.subtracting(layers.targets.keys).sorted().map {
    "Sources/\($0): the layers do not name this target"
  }
  func isForbidden(_ name: String, in file: String) -> Bool {
    let target = Layers.target(of: file)
    guard name != target, let allowed = layers.targets[target] else { return false }
    return !allowed.contains(name)
  }
  let own = present.union(layers.targets.values.joined())
  let imports = uses.imports.filter { own.contains($0.module) }
    .filter { isForbidden($0.module, in: $0.from) }
    .map { "\($0.from): imports \($0.module), which \(Layers.target(of: $0.from)) may not use" }
  let forbidden = uses.uses.filter { isForbidden(Layers.target(of: $0.to), in: $0.from) }
  return unnamed + imports.sorted() + lines(forbidden)
}

private func pointers(in uses: Uses, layers: Layers) -> [String] {
  guard let allowed = layers.targetsWithPointers else { return [] }
  let forbidden = uses.pointers.filter { !allowed.contains(Layers.target(of: $0.file)) }
  return forbidden.sorted { ($0.file, $0.line, $0.name) < ($1.file, $1.line, $1.name) }.map {
    "\($0.file):\($0.line): names `\($0.name)`, which only these targets may: "
      + allowed.joined(separator: ", ")
  }
}

/// Returns a line for each name that one file uses of another, at its first place.
private func lines(_ uses: [Use]) -> [String] {
  let names = Dictionary(grouping: uses) { [$0.from, $0.to, $0.name] }
  return names.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, uses in
    let first = uses.min { $0.line < $1.line } ?? uses[0]
    let times = uses.count > 1 ? " (\(uses.count) times)" : ""
    return "\(first.from):\(first.line): uses `\(first.name)` of \(first.to)\(times)"
  }
}
