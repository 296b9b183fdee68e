-- expect: value 1
do local x = 1 goto done end
::done::
return 1
