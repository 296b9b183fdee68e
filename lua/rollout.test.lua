--- Hashes and buckets, as other programs compute them.
---@type RuleTests
return {
  rules = { "calls.lua" },

  -- As in the article on MurmurHash of the English Wikipedia.
  { "hashes", given = { "text", "seed" }, expect = { "rollout.hash" }, cases = {
    { "", 0, 0x00000000 },
    { "", 1, 0x514E28B7 },
    { "", 0xFFFFFFFF, 0x81F16F39 },
    { "test", 0, 0xBA6BD213 },
    { "test", 0x9747B28C, 0x704B81DC },
    { "Hello, world!", 0, 0xC0363E43 },
    { "Hello, world!", 0x9747B28C, 0x24884CBA },
    { "The quick brown fox jumps over the lazy dog", 0, 0x2E4FF723 },
    { "The quick brown fox jumps over the lazy dog", 0x9747B28C, 0x2FA826CD },
  } },
  { "the seed is 0 where none is given", context = { text = "test", seed = null },
    expect = { ["rollout.hash"] = 0xBA6BD213 } },

  -- With the package mmh3 of Python: mmh3.hash("newSearch/ada", 0, signed=False) * 10000 >> 32.
  { "buckets", given = { "feature", "id" }, expect = { "rollout.bucket" }, cases = {
    { "newSearch", "ada", 7470 },
    { "newSearch", "1", 7287 },
    { "newSearch", 1, 7287 },
    { "newSearch", 2, 3639 },
    { "checkout", "ada", 1534 },
    { "checkout", "Zoë", 8220 },
    { "f", "", 9747 },
  } },
  { "an id is the same in each run", context = { feature = "f", id = 1.5 },
    errors = { ["rollout.bucket"] = "an id is a string or an integer; got 1.5" } },

  { "bucket 7470 is in from 74.71 percent on", context = { feature = "newSearch", id = "ada" },
    cases = {
      { "percentages", given = { "percent" }, expect = { "rollout.includes" }, cases = {
        { 0, false }, { 74.7, false }, { 74.71, true }, { 75, true }, { 100, true },
      } },
      { "less than nothing", context = { percent = -1 },
        errors = { ["rollout.includes"] = "from 0 to 100; got -1" } },
      { "more than all", context = { percent = 100.5 },
        errors = { ["rollout.includes"] = "from 0 to 100; got 100.5" } },
      { "no number", context = { percent = "50" },
        errors = { ["rollout.includes"] = "from 0 to 100; got 50" } },
    } },

  { "variants", given = { "feature", "id" }, expect = { "rollout.variant" },
    context = { variants = {
      { name = "blue", percent = 33.3 }, { name = "green", percent = 33.3 },
      { name = "red", percent = 10 },
    } },
    cases = {
      { "checkout", "ada", "blue" },
      { "newSearch", 2, "green" },
      { "newSearch", "ada", "red" },
      { "checkout", "Zoë", null },
    } },
  -- Buckets 3333 and 3334, where each share by itself would end at 3334 and 6668.
  { "shares of less than a hundredth", given = { "feature", "id" }, expect = { "rollout.variant" },
    context = { variants = {
      { name = "blue", percent = 33.335 }, { name = "green", percent = 33.335 },
      { name = "red", percent = 33.33 },
    } },
    cases = {
      { "checkout", "ada", "blue" },
      { "newSearch", 2, "green" },
      { "newSearch", "ada", "red" },
      { "checkout", "Zoë", "red" },
    } },
  { "tenths whose sum is a hair more than all as floats",
    context = { feature = "checkout", id = "Zoë", variants = {
      { name = "a", percent = 2.2 }, { name = "b", percent = 85.9 }, { name = "c", percent = 11.9 },
    } },
    expect = { ["rollout.variant"] = "b" } },
  { "variants of more than all", context = { feature = "f", id = "a" },
    errors = { ["rollout.variant"] = "more than 100 percent" }, cases = {
      { "by much", context = { variants = {
        { name = "blue", percent = 60 }, { name = "green", percent = 50 } } } },
      { "by a thousandth", context = { variants = {
        { name = "blue", percent = 50 }, { name = "green", percent = 50.001 } } } },
    } },
  { "a variant that is less than nothing",
    context = { feature = "f", id = "a", variants = {
      { name = "blue", percent = 60 }, { name = "green", percent = -10 } } },
    errors = { ["rollout.variant"] = "from 0 to 100; got -10" } },
}
