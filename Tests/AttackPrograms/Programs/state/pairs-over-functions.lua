-- expect: runtime
for k in pairs({ [print] = 1 }) do end
