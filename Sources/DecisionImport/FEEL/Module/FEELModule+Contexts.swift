extension FEELModule {
  /// Functions of contexts, and of ranges and points.
  static let contexts = #"""
    -- Contexts

    function feel.is(a, b)
      return kind(a) == kind(b) and equal(a, b) == true
    end

    function feel.get_entries(context)
      if kind(context) ~= "context" then return nil end
      local entries = {}
      for name, value in pairs(context) do
        if name ~= RANGE then entries[#entries + 1] = { key = name, value = value } end
      end
      return entries
    end

    function feel.get_value(context, key)
      if kind(context) ~= "context" then return nil end
      if type(key) == "string" then return plain(context[key]) end
      if kind(key) ~= "list" or #key == 0 then return nil end
      local value = context
      for index = 1, #key do
        if kind(value) ~= "context" or type(key[index]) ~= "string" then return nil end
        value = plain(value[key[index]])
      end
      return value
    end

    local function copied_context(context)
      local copy = {}
      for name, value in pairs(context) do copy[name] = value end
      return copy
    end

    --- A context with members, or the one without.
    local function made(context)
      return next(context) == nil and feel.empty_context or context
    end

    local function is_context(value)
      return kind(value) == "context" or (kind(value) == "list" and #value == 0)
    end

    function feel.context(entries)
      if entries == feel.empty_context then entries = nil end
      if kind(entries) == "context" then entries = { entries } end
      if kind(entries) ~= "list" then return nil end
      local context = {}
      for index = 1, #entries do
        local entry = entries[index]
        if kind(entry) ~= "context" or type(entry.key) ~= "string" or context[entry.key] ~= nil then return nil end
        if entry.value == nil then return nil end
        context[entry.key] = entry.value
      end
      return made(context)
    end

    function feel.context_put(context, keys, value)
      if kind(context) ~= "context" then return nil end
      if type(keys) == "string" then keys = { keys } end
      if kind(keys) ~= "list" or #keys == 0 then return nil end
      for index = 1, #keys do
        if type(keys[index]) ~= "string" then return nil end
      end
      local copy = copied_context(context)
      if #keys == 1 then
        copy[keys[1]] = feel.or_null(value)
        return copy
      end
      local inner = plain(copy[keys[1]])
      if inner == nil then inner = feel.empty_context end
      inner = feel.context_put(inner, feel.sublist(keys, 2), value)
      if inner == nil then return nil end
      copy[keys[1]] = inner
      return copy
    end

    function feel.context_merge(contexts)
      if kind(contexts) == "context" then contexts = { contexts } end
      if kind(contexts) ~= "list" then return nil end
      local merged = {}
      for index = 1, #contexts do
        if not is_context(contexts[index]) then return nil end
        for name, value in pairs(contexts[index]) do merged[name] = value end
      end
      return made(merged)
    end

    -- Ranges and points

    --- A point as the range of itself.
    local function span(value)
      if kind(value) == "range" then return value end
      return feel.side("=", single(value))
    end

    --- Both as ranges; nothing if their ends have no order.
    local function spans(a, b)
      a, b = span(a), span(b)
      if not (a and b) then return nil end
      local one, other = a.low, b.low
      if one == nil then one = a.high end
      if other == nil then other = b.high end
      if ordered(one, other) then return a, b end
    end

    --- The order of two starts, or of two ends: negative, 0 or positive.
    local function compare_starts(a, b)
      if a.low == nil or b.low == nil then
        return (a.low == nil and 0 or 1) - (b.low == nil and 0 or 1)
      end
      if a.low ~= b.low then return a.low < b.low and -1 or 1 end
      return (a.from == "[" and 0 or 1) - (b.from == "[" and 0 or 1)
    end

    local function compare_ends(a, b)
      if a.high == nil or b.high == nil then
        return (a.high == nil and 1 or 0) - (b.high == nil and 1 or 0)
      end
      if a.high ~= b.high then return a.high < b.high and -1 or 1 end
      return (a.to == "]" and 1 or 0) - (b.to == "]" and 1 or 0)
    end

    --- Whether all of a range is before another.
    local function is_before(a, b)
      if a.high == nil or b.low == nil then return false end
      return a.high < b.low or (a.high == b.low and not (a.to == "]" and b.from == "["))
    end

    local function is_range(value) return kind(value) == "range" end

    function feel.before(a, b)
      a, b = spans(a, b)
      if a then return is_before(a, b) end
    end

    function feel.after(a, b) return feel.before(b, a) end

    function feel.meets(a, b)
      if not (is_range(a) and is_range(b)) then return nil end
      a, b = spans(a, b)
      if not a then return nil end
      return a.to == "]" and b.from == "[" and a.high ~= nil and a.high == b.low
    end

    function feel.met_by(a, b) return feel.meets(b, a) end

    function feel.overlaps(a, b)
      if not (is_range(a) and is_range(b)) then return nil end
      a, b = spans(a, b)
      if a then return not is_before(a, b) and not is_before(b, a) end
    end

    function feel.overlaps_before(a, b)
      local together = feel.overlaps(a, b)
      if together == nil then return nil end
      return together and compare_starts(a, b) < 0 and compare_ends(a, b) <= 0
    end

    function feel.overlaps_after(a, b) return feel.overlaps_before(b, a) end

    function feel.finishes(a, b)
      if not is_range(b) then return nil end
      a, b = spans(a, b)
      if a then return compare_ends(a, b) == 0 and compare_starts(a, b) >= 0 end
    end

    function feel.finished_by(a, b) return feel.finishes(b, a) end

    function feel.includes(a, b)
      if not is_range(a) then return nil end
      a, b = spans(a, b)
      if a then return compare_starts(a, b) <= 0 and compare_ends(a, b) >= 0 end
    end

    function feel.during(a, b) return feel.includes(b, a) end

    function feel.starts(a, b)
      if not is_range(b) then return nil end
      a, b = spans(a, b)
      if a then return compare_starts(a, b) == 0 and compare_ends(a, b) <= 0 end
    end

    function feel.started_by(a, b) return feel.starts(b, a) end

    function feel.coincides(a, b)
      if is_range(a) ~= is_range(b) then return nil end
      a, b = spans(a, b)
      if a then return compare_starts(a, b) == 0 and compare_ends(a, b) == 0 end
    end

    return feel

    """#
}
