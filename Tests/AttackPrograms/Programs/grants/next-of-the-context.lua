-- expect: not-granted
-- needs: context
return next(c)
