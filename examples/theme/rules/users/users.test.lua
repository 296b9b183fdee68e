--- Ada over the platform over the base.
---@type RuleTests
return {
  rules = { "ada.lua" },
  fallback = { "../platform", "../base" },

  { "sizes of her own on the phone only", context = { platform = { version = "18.0.0" } },
    given = { "platform.name" }, expect = { "accent", "textSize", "rowHeight" }, cases = {
      { "phone", "#cc3366", 20, 48 },
      { "mac", "#cc3366", 16, 40 },
      { "watch", "#cc3366", 14, 22 },
    } },
}
