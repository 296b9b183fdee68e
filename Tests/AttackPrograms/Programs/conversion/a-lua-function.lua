-- expect: wrong-type
-- expect: wrong-value
return function() end
