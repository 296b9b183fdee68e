-- expect: budget
for _ in (("a"):rep(5000)):gmatch((".-"):rep(10) .. "b") do end
