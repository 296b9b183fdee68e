--- Points in time, as the program gives them (seconds since 1970) and as people write them
--- (ISO 8601). Days are those of UTC.
local dates = {}

local DAY <const> = 86400

--- The years 0 to 9999, which can be written.
local FIRST <const>, END <const> = -62167219200, 253402300800

local function is_leap(year)
  return year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)
end

local LENGTHS <const> = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

local function length(year, month)
  return month == 2 and is_leap(year) and 29 or LENGTHS[month]
end

--- The number of days from 1970 to a day of the Gregorian calendar; `nil` when there is none.
local function days(year, month, day)
  if month < 1 or month > 12 or day < 1 or day > length(year, month) then return nil end
  local past = year - 1
  local count = past * 365 + past // 4 - past // 100 + past // 400 - 719162
  for earlier = 1, month - 1 do count = count + length(year, earlier) end
  return count + day - 1
end

--- How many seconds "Z" or "+02:00" is ahead of UTC; `nil` when it is none of the kind.
local function offset(zone)
  if zone == "Z" then return 0 end
  local sign, hours, minutes = zone:match("^([+-])(%d%d):(%d%d)$")
  hours, minutes = tonumber(hours), tonumber(minutes)
  if not sign or hours > 23 or minutes > 59 then return nil end
  return (hours * 60 + minutes) * (sign == "-" and -60 or 60)
end

--- The seconds of a time with its offset, such as "T08:30:00+02:00"; `nil` when it is none.
local function seconds(text)
  local hour, minute, rest = text:match("^T(%d%d):(%d%d)(.*)$")
  if not hour then return nil end
  local second, fraction, zone = rest:match("^:(%d%d)(%.?%d*)(.*)$")
  if not second then second, fraction, zone = "0", "", rest end
  local ahead = offset(zone)
  hour, minute, second = tonumber(hour), tonumber(minute), tonumber(second)
  if not ahead or hour > 23 or minute > 59 or second > 59 then return nil end
  if fraction ~= "" and not fraction:match("^%.%d") then return nil end
  local time = hour * 3600 + minute * 60 + second - ahead
  return fraction == "" and time or time + tonumber("0" .. fraction)
end

--- Returns the seconds since 1970 of a text in ISO 8601.
---
--- A day, such as "2026-03-01", is its beginning in UTC. A time has to say its offset: `Z`, or
--- one such as "+02:00".
---@param text string
---@return number An integer, unless the text has fractions of a second.
function dates.time(text)
  if type(text) == "string" then
    local year, month, day, rest = text:match("^(%d%d%d%d)%-(%d%d)%-(%d%d)(.*)$")
    local count = year and days(tonumber(year), tonumber(month), tonumber(day))
    local time = count and (rest == "" and 0 or seconds(rest))
    if time then return count * DAY + time end
  end
  error("a time looks like 2026-03-01 or 2026-03-01T08:30:00Z; got " .. tostring(text))
end

--- Returns whether a time is not before the one bound, and before the other.
---@param time number Seconds since 1970.
---@param from? string In ISO 8601; without it there is no beginning.
---@param til? string In ISO 8601; without it there is no end.
---@return boolean
function dates.within(time, from, til)
  return (from == nil or time >= dates.time(from)) and (til == nil or time < dates.time(til))
end

--- The number of days from 1970 to a time.
local function day_of(time)
  if math.type(time) == nil or not (time >= FIRST and time < END) then
    error("a time is a number of seconds since 1970, in the years 0 to 9999; got " .. tostring(time))
  end
  return math.floor(time / DAY)
end

--- Returns the day of a time in UTC, such as "2026-03-01".
---@param time number Seconds since 1970.
---@return string
function dates.day(time)
  local count = day_of(time)
  -- A first guess that is never too late, and at most a year too early.
  local year = 1970 + (count * 400 - 400) // 146097
  while count >= days(year + 1, 1, 1) do year = year + 1 end
  local month, day = 1, count - days(year, 1, 1) + 1
  while day > length(year, month) do
    day = day - length(year, month)
    month = month + 1
  end
  return ("%04d-%02d-%02d"):format(year, month, day)
end

--- Returns the day of the week of a time in UTC: 1 is Monday, and 7 is Sunday.
---@param time number Seconds since 1970.
---@return integer
function dates.weekday(time)
  -- 1970 began with a Thursday.
  return (day_of(time) + 3) % 7 + 1
end

return dates
