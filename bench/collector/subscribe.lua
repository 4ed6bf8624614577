-- Posts one new random address after the other: rising ones would be kind to the unique index.
local source = io.open('/dev/urandom', 'rb')
local seed = 0
for _, byte in ipairs({ source:read(4):byte(1, 4) }) do seed = seed * 256 + byte end
source:close()
math.randomseed(seed)

local letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
local headers = { ['Content-Type'] = 'application/json' }

request = function()
  local name = {}
  for i = 1, 13 do
    local at = math.random(#letters)
    name[i] = letters:sub(at, at)
  end
  local body = '{"email":"' .. table.concat(name) .. '@example.com","language":"en","consent":"v1"}'
  return wrk.format('POST', nil, headers, body)
end
