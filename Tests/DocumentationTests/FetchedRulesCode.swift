#if HTTP && Signing
  import Foundation
  import LuaRules
  import LuaRulesHTTP
  import LuaRulesSigning

  // The Swift of fetched-rules.md; see ReadmeCode.swift.

  func fetchedRules(
    _ url: URL, trust: RuleTrust, cache: URL, archive: URL
  ) async throws -> (HTTPRuleSource, LiveRuleModel) {
    var options = HTTPRuleOptions()
    options.interval = .seconds(15)
    options.cacheFile = cache
    let source = try await HTTPRuleSource(url, options: options) { bytes, name in
      RuleSource(bundle: bytes, name: name).signed(by: trust)
    }
    return (source, try LiveRuleModel(source, archive: archive))
  }

  func watch(_ source: HTTPRuleSource) async {
    for await event in source.events {
      let age = source.status?.age.map { "\($0)" } ?? "unknown"
      print(event, "confirmed", age, "ago")
    }
  }

  #if Metrics
    func measured(_ options: HTTPRuleOptions) -> HTTPRuleOptions {
      var options = options
      options.metrics = HTTPRuleMetrics(name: "shop")
      return options
    }
  #endif
#endif
