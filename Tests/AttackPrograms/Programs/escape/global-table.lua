-- expect: undefined-global _G
return _G.print
