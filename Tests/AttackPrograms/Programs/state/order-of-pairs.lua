-- expect: value [1,2,"a","b",false,true]
local keys = {}
for k in pairs({ b = 1, [true] = 1, [2] = 1, a = 1, [1] = 1, [false] = 1 }) do keys[#keys + 1] = k end
return keys
