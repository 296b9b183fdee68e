#if HTTP
  import Foundation
  import LuaRules
  import LuaRulesHTTP
  import LuaRulesTools

  // The Swift of fleets.md; see ReadmeCode.swift.

  func fleetRules(
    from store: URL, isCanary: Bool, in folder: URL
  ) async throws -> (HTTPRuleSource, LiveRuleModel) {
    var options = HTTPRuleOptions()
    let name = isCanary ? "canary.rules" : "shop.rules"
    options.cacheFile = folder.appending(path: name)
    let source = try await HTTPRuleSource(store.appending(path: name), options: options)
    var live = LiveRuleOptions()
    live.gate = .all([.checks(), .tests()])
    return (
      source, try LiveRuleModel(source, archive: folder.appending(path: "accepted"), live: live)
    )
  }
#endif
