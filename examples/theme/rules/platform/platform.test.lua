--- Platforms over the base.
---@type RuleTests
return {
  fallback = { "../base" },

  { "sizes", context = { platform = { version = "1.0.0" } }, given = { "platform.name" },
    expect = { "textSize", "rowHeight" }, cases = {
      { "watch", 14, 22 },
      { "phone", 16, 40 },
      { "tv", 29, 66 },
    } },

  { "glass", given = { "platform.name", "platform.version" }, expect = { "material" }, cases = {
    { "phone", "9.3.0", "solid" },
    { "phone", "26.0.0", "glass" },
    { "phone", "26.0.0-beta.1", "solid" },
    { "mac", "26.1.0-beta.2", "solid" },
    { "mac", "26.1.0-beta.10", "glass" },
    { "phone", "26.1.0-beta.2", "glass" },
  } },
}
