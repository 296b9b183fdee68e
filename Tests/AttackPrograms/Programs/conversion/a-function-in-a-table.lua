-- expect: wrong-type
-- expect: wrong-value
return { f = function() end }
