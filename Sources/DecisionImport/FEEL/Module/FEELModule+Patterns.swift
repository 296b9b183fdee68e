extension FEELModule {
  /// Patterns of texts.
  static let patterns = #"""
    -- Patterns

    --- What `\d` and the like stand for, in ASCII.
    local classes <const> = {
      d = function(point) return point >= 0x30 and point <= 0x39 end,
      s = function(point) return point == 0x20 or point == 0x09 or point == 0x0A or point == 0x0D end,
      w = function(point)
        return (point >= 0x30 and point <= 0x39) or (point >= 0x41 and point <= 0x5A) or (point >= 0x61 and point <= 0x7A)
          or point == 0x5F or (point >= 0xC0 and point ~= 0xD7 and point ~= 0xF7 and not (point >= 0x2000 and point <= 0x206F))
      end,
    }
    classes.i = function(point) return classes.w(point) and not classes.d(point) or point == 0x3A end
    classes.c = function(point) return classes.w(point) or point == 0x3A or point == 0x2D or point == 0x2E end

    --- Categories of characters; those of other alphabets than Latin are refused.
    local categories <const> = {
      L = function(point) return classes.w(point) and not classes.d(point) and point ~= 0x5F end,
      Lu = function(point)
        return (point >= 0x41 and point <= 0x5A) or (point >= 0xC0 and point <= 0xDE and point ~= 0xD7)
      end,
      Ll = function(point)
        return (point >= 0x61 and point <= 0x7A) or (point >= 0xDF and point <= 0xFF and point ~= 0xF7)
      end,
      N = classes.d,
      Nd = classes.d,
      IsBasicLatin = function(point) return point < 0x80 end,
    }

    --- Compiles a pattern to a function; `nil` if it is none.
    ---
    --- Each part is a function of a state, a position and what comes after it; the state holds the characters and groups.
    local function compiled(source, flags)
      local ignores_case, is_multiline = flags:find("i", 1, true), flags:find("m", 1, true)
      local dot_takes_all, is_literal = flags:find("s", 1, true), flags:find("q", 1, true)
      local chars, index, groups, closed, is_broken = points(source), 1, 0, {}, false
      if flags:find("x", 1, true) and not is_literal then
        local kept, depth, is_escaped = {}, 0, false
        for position = 1, #chars do
          local point = chars[position]
          if not is_escaped and point == 0x5B then depth = depth + 1 end
          if not is_escaped and point == 0x5D then depth = depth - 1 end
          if depth > 0 or not classes.s(point) then
            kept[#kept + 1] = point
            is_escaped = point == 0x5C and not is_escaped
          end
        end
        chars = kept
      end

      local function peek(offset)
        local point = chars[index + (offset or 0)]
        return point and utf8.char(point)
      end

      --- Ends the reading of what is no pattern.
      local function fail()
        is_broken = true
        index = #chars + 1
      end

      local function folded(point)
        if point == 0x212A then return 0x6B end
        if point < 0x180 then return recased(point, false) end
        return point
      end

      local function in_case(test)
        if not ignores_case then return test end
        return function(point)
          if test(point) then return true end
          local lower = folded(point)
          return test(lower) or (lower < 0x180 and test(recased(lower, true)))
        end
      end

      local function same(point)
        return in_case(function(other) return other == point end)
      end

      local escapes <const> = { n = 0x0A, r = 0x0D, t = 0x09 }

      --- The test of an escape outside or inside of a class, and its character if it is one.
      local function escape()
        local letter = peek()
        if not letter then
          fail()
          return nil, 0
        end
        index = index + 1
        if escapes[letter] then return nil, escapes[letter] end
        local class = classes[letter:lower()]
        if class and letter:find("%a") then
          if letter:lower() == letter then return class end
          return function(point) return not class(point) end
        end
        if letter == "p" or letter == "P" then
          local name = ""
          if peek() ~= "{" then fail() end
          index = index + 1
          while peek() and peek() ~= "}" do
            name = name .. peek()
            index = index + 1
          end
          if not peek() then fail() end
          index = index + 1
          local category = categories[name]
          if not category then
            if is_broken or not name:find("^%u%l?$") and not name:find("^Is[%w-]+$") then
              fail()
              return nil, 0
            end
            error("the characters of `\\p{" .. name .. "}` are not known")
          end
          if letter == "p" then return category end
          return function(point) return not category(point) end
        end
        if letter:find("[%a%d]") then fail() end
        return nil, utf8.codepoint(letter)
      end

      local function class()
        local is_negated = false
        if peek() == "^" then
          is_negated = true
          index = index + 1
        end
        local tests, minus, is_first = {}, nil, true
        while true do
          local letter = peek()
          if not letter or letter == "[" or (letter == "]" and is_first) then
            fail()
            break
          end
          if letter == "]" then break end
          if letter == "-" and peek(1) == "[" then
            index = index + 2
            minus = class()
            if peek() ~= "]" then fail() end
            break
          end
          local test, point
          index = index + 1
          if letter == "\\" then
            test, point = escape()
          else
            point = utf8.codepoint(letter)
          end
          if point and peek() == "-" and peek(1) ~= "]" and peek(1) ~= "[" then
            index = index + 1
            local last = peek()
            index = index + 1
            local high = last and utf8.codepoint(last)
            if last == "\\" then high = select(2, escape()) end
            if not high or high < point then
              fail()
              break
            end
            local low = point
            test = in_case(function(other) return other >= low and other <= high end)
          elseif point then
            test = same(point)
          end
          tests[#tests + 1] = test
          is_first = false
        end
        index = index + 1
        return function(point)
          local found = false
          for position = 1, #tests do
            if tests[position](point) then found = true break end
          end
          return found ~= is_negated and not (minus and minus(point))
        end
      end

      local function character(test)
        return function(state, position, after)
          local point = state[position]
          if point and test(point) then return after(position + 1) end
        end
      end

      local alternatives

      local function atom()
        local letter = peek()
        index = index + 1
        if letter == "(" then
          local number
          if peek() == "?" then
            if peek(1) ~= ":" then fail() end
            index = index + 2
          else
            groups = groups + 1
            number = groups
          end
          local inner = alternatives()
          if peek() ~= ")" then fail() end
          index = index + 1
          if not number then return inner end
          closed[number] = true
          return function(state, position, after)
            local old = state.groups[number]
            local result = inner(state, position, function(stop)
              local before = state.groups[number]
              state.groups[number] = { position, stop - 1 }
              local found = after(stop)
              if not found then state.groups[number] = before end
              return found
            end)
            if not result then state.groups[number] = old end
            return result
          end
        end
        if letter == "[" then return character(class()) end
        if letter == "." then
          return character(function(point) return dot_takes_all ~= nil or (point ~= 0x0A and point ~= 0x0D) end)
        end
        if letter == "^" then
          return function(state, position, after)
            if position == 1 or (is_multiline and state[position - 1] == 0x0A and position <= #state) then
              return after(position)
            end
          end
        end
        if letter == "$" then
          return function(state, position, after)
            if position == #state + 1 or (is_multiline and state[position] == 0x0A) then return after(position) end
          end
        end
        if letter == "\\" then
          local digit = peek()
          if digit and digit:find("[1-9]") then
            index = index + 1
            local number = tonumber(digit)
            if not closed[number] then fail() end
            return function(state, position, after)
              local group = state.groups[number]
              if not group then return after(position) end
              for offset = 0, group[2] - group[1] do
                local point = state[position + offset]
                if not point or not same(state[group[1] + offset])(point) then return nil end
              end
              return after(position + group[2] - group[1] + 1)
            end
          end
          local test, point = escape()
          return character(test or same(point))
        end
        if letter:find("[*+?{}%]]") then fail() end
        return character(same(utf8.codepoint(letter)))
      end

      --- The least and the greatest number of repetitions; nothing without a quantifier.
      local function quantifier()
        local letter = peek()
        local low, high
        if letter == "*" then
          low, high = 0, math.huge
        elseif letter == "+" then
          low, high = 1, math.huge
        elseif letter == "?" then
          low, high = 0, 1
        elseif letter == "{" then
          local text = ""
          local position = index + 1
          while chars[position] and chars[position] ~= 0x7D do
            text = text .. utf8.char(chars[position])
            position = position + 1
          end
          local from, comma, to = text:match("^(%d+)(,?)(%d*)$")
          if not from or not chars[position] or #from > 4 or #to > 4 then return fail() end
          low = tonumber(from)
          high = comma == "" and low or tonumber(to) or math.huge
          if high < low then return fail() end
          index = position
        else
          return nil
        end
        index = index + 1
        local is_lazy = peek() == "?"
        if is_lazy then index = index + 1 end
        return low, high, is_lazy
      end

      local function repeated(part, low, high, is_lazy)
        local function try(state, position, count, after)
          if count < low then
            return part(state, position, function(stop) return try(state, stop, count + 1, after) end)
          end
          local function more()
            if count >= high then return nil end
            return part(state, position, function(stop)
              if stop == position then return nil end
              return try(state, stop, count + 1, after)
            end)
          end
          if is_lazy then return after(position) or more() end
          return more() or after(position)
        end
        return function(state, position, after) return try(state, position, 0, after) end
      end

      local function sequence()
        local parts = {}
        while peek() and peek() ~= "|" and peek() ~= ")" do
          local part = atom()
          local low, high, is_lazy = quantifier()
          if low then part = repeated(part, low, high, is_lazy) end
          parts[#parts + 1] = part
        end
        return function(state, position, after)
          local function run(number, at)
            local part = parts[number]
            if not part then return after(at) end
            return part(state, at, function(stop) return run(number + 1, stop) end)
          end
          return run(1, position)
        end
      end

      local nesting = 0

      function alternatives()
        nesting = nesting + 1
        if nesting > 30 then fail() end
        local choices = { sequence() }
        while peek() == "|" do
          index = index + 1
          choices[#choices + 1] = sequence()
        end
        nesting = nesting - 1
        if #choices == 1 then return choices[1] end
        return function(state, position, after)
          for number = 1, #choices do
            local found = choices[number](state, position, after)
            if found then return found end
          end
        end
      end

      if is_literal then
        local parts = {}
        for position = 1, #chars do parts[position] = character(same(chars[position])) end
        return function(state, position, after)
          local function run(number, at)
            if not parts[number] then return after(at) end
            return parts[number](state, at, function(stop) return run(number + 1, stop) end)
          end
          return run(1, position)
        end, 0
      end
      local pattern = alternatives()
      if is_broken or index <= #chars then return nil end
      return pattern, groups
    end

    --- A pattern with its flags as a function; `nil` if it is none.
    local function pattern_of(source, flags)
      if flags == nil or flags == null then flags = "" end
      if type(source) ~= "string" or type(flags) ~= "string" or not flags:find("^[smixq]*$") then return nil end
      return compiled(source, flags)
    end

    --- The next match from a position: where it begins and ends, and its groups.
    local function find(pattern, list, from)
      for first = from, #list + 1 do
        list.groups = {}
        local stop = pattern(list, first, function(position) return position end)
        if stop then return first, stop - 1, list.groups end
      end
    end

    --- Returns whether a part of a text matches a pattern.
    ---@param input any
    ---@param pattern any
    ---@param flags any
    ---@return boolean|nil
    function feel.matches(input, pattern, flags)
      input = text(input)
      local found = pattern_of(text(pattern), flags)
      if input and found then return find(found, points(input), 1) ~= nil end
    end

    --- Returns a text with what matches a pattern replaced.
    ---@param input any
    ---@param pattern any
    ---@param replacement any
    ---@param flags any
    ---@return string|nil
    function feel.replace(input, pattern, replacement, flags)
      input, replacement = text(input), text(replacement)
      local found, groups = pattern_of(text(pattern), flags)
      if not (input and replacement and found) then return nil end
      -- What matches the empty text would match everywhere.
      if find(found, {}, 1) then return nil end
      local is_literal = type(flags) == "string" and flags:find("q", 1, true)
      local list, parts, from = points(input), {}, 1
      while true do
        local first, last, matched = find(found, list, from)
        if not first then break end
        parts[#parts + 1] = from_points(list, from, first - 1)
        if is_literal then
          parts[#parts + 1] = replacement
        else
          local rest = replacement
          while rest ~= "" do
            local digits = rest:match("^%$(%d+)")
            if digits then
              -- As many digits as there are groups for.
              while #digits > 1 and tonumber(digits) > groups do digits = digits:sub(1, -2) end
              local group = tonumber(digits) == 0 and { first, last } or matched[tonumber(digits)]
              if group then parts[#parts + 1] = from_points(list, group[1], group[2]) end
              rest = rest:sub(#digits + 2)
            else
              local letter, next_letter = rest:sub(1, 1), rest:sub(2, 2)
              if letter == "$" then return nil end
              if letter == "\\" then
                if next_letter ~= "$" and next_letter ~= "\\" then return nil end
                letter = next_letter
                rest = rest:sub(2)
              end
              parts[#parts + 1] = letter
              rest = rest:sub(2)
            end
          end
        end
        from = last + 1
        if from > #list then break end
      end
      parts[#parts + 1] = from_points(list, from, #list)
      return table.concat(parts)
    end

    --- Returns the parts of a text between what matches a pattern.
    ---@param input any
    ---@param delimiter any
    ---@return string[]|nil
    function feel.split(input, delimiter)
      input = text(input)
      local found = pattern_of(text(delimiter))
      if not (input and found) then return nil end
      if find(found, {}, 1) then return nil end
      local list, parts, from = points(input), {}, 1
      while true do
        local first, last = find(found, list, from)
        if not first then break end
        parts[#parts + 1] = from_points(list, from, first - 1)
        from = last + 1
        if from > #list then break end
      end
      parts[#parts + 1] = from_points(list, from, #list)
      return parts
    end

    """#
}
