extension FEELModule {
  /// Functions of texts.
  static let texts = #"""
    -- Texts

    --- A number without an exponent, and with no more digits than it takes.
    local function digits(value)
      if math.type(value) == "integer" then return string.format("%d", value) end
      local short = string.format("%.15g", value)
      if tonumber(short) ~= value then short = string.format("%.17g", value) end
      local sign, lead, rest, exponent = short:match("^(-?)(%d)%.?(%d*)e([+-]%d+)$")
      if not sign then return (short:gsub("%.0$", "")) end
      local figures, point = lead .. rest, 1 + tonumber(exponent)
      if point <= 0 then return sign .. "0." .. string.rep("0", -point) .. figures end
      if point >= #figures then return sign .. figures .. string.rep("0", point - #figures) end
      return sign .. figures:sub(1, point) .. "." .. figures:sub(point + 1)
    end

    local written

    local function quoted(value)
      if type(value) == "string" then
        return '"' .. value:gsub('[\\"]', "\\%0"):gsub("\n", "\\n"):gsub("\t", "\\t"):gsub("\r", "\\r") .. '"'
      end
      return written(value)
    end

    function written(value)
      local what = kind(value)
      if what == "null" then return "null" end
      if what == "string" then return value end
      if what == "number" then return digits(value) end
      if what == "boolean" then return tostring(value) end
      local parts = {}
      if what == "list" then
        for index = 1, #value do parts[index] = quoted(value[index]) end
        return "[" .. table.concat(parts, ", ") .. "]"
      end
      if what == "context" then
        for name, member in pairs(value) do
          parts[#parts + 1] = (name:find("^[%a_][%w_ ]*$") and name or quoted(name)) .. ": " .. quoted(member)
        end
        return "{" .. table.concat(parts, ", ") .. "}"
      end
      if what == "range" then
        if value.low == nil then return (value.to == "]" and "<= " or "< ") .. quoted(value.high) end
        if value.high == nil then return (value.from == "[" and ">= " or "> ") .. quoted(value.low) end
        return value.from .. quoted(value.low) .. ".." .. quoted(value.high) .. value.to
      end
      return "function"
    end

    --- Returns a value as text.
    ---@param from any
    ---@return string|nil
    function feel.string(from)
      if kind(from) ~= "null" then return written(from) end
    end

    --- Returns the number that a text writes; `nil` if it is none.
    ---@param from any
    ---@param grouping any the character between groups of digits
    ---@param decimal any the decimal point
    ---@return number|nil
    function feel.number(from, grouping, decimal)
      from, grouping, decimal = single(from), plain(grouping), plain(decimal)
      if type(from) == "number" and grouping == nil and decimal == nil then return from end
      if type(from) ~= "string" then return nil end
      if grouping ~= nil and grouping ~= " " and grouping ~= "," and grouping ~= "." then return nil end
      if decimal ~= nil and decimal ~= "," and decimal ~= "." then return nil end
      if grouping ~= nil and grouping == decimal then return nil end
      if grouping then from = from:gsub("%" .. grouping, "") end
      if decimal == "," then from = from:gsub(",", ".") end
      if not from:find("^%-?%d*%.?%d+$") and not from:find("^%-?%d*%.?%d+[eE][+-]?%d+$") then return nil end
      return tidy(tonumber(from))
    end

    local function points(value) return { utf8.codepoint(value, 1, -1) } end

    local function from_points(list, first, last)
      local parts = {}
      for index = first, last do parts[#parts + 1] = utf8.char(list[index]) end
      return table.concat(parts)
    end

    function feel.substring(value, start, length)
      value, start = text(value), number(start)
      if not (value and start) then return nil end
      start = math.tointeger(towards(start))
      if start == 0 then return nil end
      local list = points(value)
      if start < 0 then start = #list + 1 + start end
      if start < 1 or start > #list then return start > 0 and "" or nil end
      local last = #list
      if length ~= nil and length ~= null then
        length = number(length)
        if not length or length < 1 then return nil end
        last = math.min(last, start + math.tointeger(towards(length)) - 1)
      end
      return from_points(list, start, last)
    end

    function feel.string_length(value)
      value = text(value)
      if value then return utf8.len(value) end
    end

    --- A code point in the other case, for the alphabets of Europe.
    local function recased(point, to_upper)
      local function between(low, high) return point >= low and point <= high end
      if to_upper then
        if between(0x61, 0x7A) or (between(0xE0, 0xFE) and point ~= 0xF7) then return point - 32 end
        if point == 0xFF then return 0x178 end
        if point == 0xB5 then return 0x39C end
        if between(0x3B1, 0x3C9) and point ~= 0x3C2 then return point - 32 end
        if point == 0x3C2 then return 0x3A3 end
        if between(0x430, 0x44F) then return point - 32 end
        if between(0x450, 0x45F) then return point - 80 end
      else
        if between(0x41, 0x5A) or (between(0xC0, 0xDE) and point ~= 0xD7) then return point + 32 end
        if point == 0x178 then return 0xFF end
        if between(0x391, 0x3A9) then return point + 32 end
        if between(0x410, 0x42F) then return point + 32 end
        if between(0x400, 0x40F) then return point + 80 end
      end
      local is_even = between(0x100, 0x12F) or between(0x132, 0x137) or between(0x14A, 0x177)
      local is_odd = between(0x139, 0x148) or between(0x179, 0x17E)
      if is_even or is_odd then
        local is_upper = (point % 2 == 0) == is_even
        if is_upper and not to_upper then return point + 1 end
        if not is_upper and to_upper then return point - 1 end
        return point
      end
      local is_known = point < 0x180 or between(0x2B0, 0x36F) or between(0x391, 0x3C9) or between(0x400, 0x45F)
        or between(0x5B0, 0x109F) or between(0x2000, 0x215F) or between(0x2190, 0x24B5) or between(0x2500, 0x2BFF)
        or between(0x2E00, 0xA63F) or between(0xAC00, 0xFAFF) or between(0x1F000, 0x2FFFF)
      if not is_known then error(string.format("the other case of U+%04X is not known", point)) end
      return point
    end

    local function cased(value, to_upper)
      value = text(value)
      if not value then return nil end
      local parts = {}
      for _, point in utf8.codes(value) do
        parts[#parts + 1] = to_upper and point == 0xDF and "SS" or utf8.char(recased(point, to_upper))
      end
      return table.concat(parts)
    end

    function feel.upper_case(value) return cased(value, true) end

    function feel.lower_case(value) return cased(value, false) end

    function feel.substring_before(value, match)
      value, match = text(value), text(match)
      if not (value and match) then return nil end
      local first = value:find(match, 1, true)
      return first and value:sub(1, first - 1) or ""
    end

    function feel.substring_after(value, match)
      value, match = text(value), text(match)
      if not (value and match) then return nil end
      local _, last = value:find(match, 1, true)
      return last and value:sub(last + 1) or ""
    end

    function feel.contains(value, match)
      value, match = text(value), text(match)
      if value and match then return value:find(match, 1, true) ~= nil end
    end

    function feel.starts_with(value, match)
      value, match = text(value), text(match)
      if value and match then return value:sub(1, #match) == match end
    end

    function feel.ends_with(value, match)
      value, match = text(value), text(match)
      if value and match then return match == "" or value:sub(-#match) == match end
    end

    function feel.string_join(list, delimiter)
      list, delimiter = listed(list), plain(delimiter)
      if not list or (delimiter ~= nil and type(delimiter) ~= "string") then return nil end
      local parts = {}
      for index = 1, #list do
        local element = plain(list[index])
        if element ~= nil then
          if type(element) ~= "string" then return nil end
          parts[#parts + 1] = element
        end
      end
      return table.concat(parts, delimiter or "")
    end

    """#
}
