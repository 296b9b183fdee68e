-- expect: runtime
-- expect: value
-- needs: context
return #c
