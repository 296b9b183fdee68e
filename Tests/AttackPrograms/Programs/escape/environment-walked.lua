-- expect: value
local names = {}
for k in pairs(_ENV) do names[#names + 1] = k end
return table.concat(names, " ")
