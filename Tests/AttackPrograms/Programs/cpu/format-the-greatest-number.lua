-- expect: value 410
return #string.format("%.99f", -1.7976931348623157e308)
