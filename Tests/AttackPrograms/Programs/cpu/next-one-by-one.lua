-- expect: budget
local t, k = {}, nil
for i = 1, 2000 do t[i] = i end
while true do
  k = next(t, k)
end
