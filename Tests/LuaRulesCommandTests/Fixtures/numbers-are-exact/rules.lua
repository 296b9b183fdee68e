return {
  { key = "most", value = 9223372036854775807 },
  { key = "least", value = math.mininteger },
  { key = "whole", value = 3.0 },
  { key = "part", value = 0.1 },
  { key = "large", value = 1e300 },
}
