-- expect: value table
-- needs: context
return tostring(c)
