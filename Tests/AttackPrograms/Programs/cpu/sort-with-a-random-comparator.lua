-- expect: value 50
local t, flip = {}, false
for i = 1, 50 do t[i] = i end
table.sort(t, function() flip = not flip return flip end)
return #t
