-- expect: budget
local n = 27
while n ~= 0 do n = n % 2 == 0 and n // 2 or 3 * n + 1 end
