import { expect, test } from 'vitest'
import { findClientAddress } from './client-address'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::1', '::1'],
  // The client forged earlier entries, and the proxy appended the last.
  ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['a, b,, 203.0.113.7 ', '203.0.113.7'],
  ['', null],
  ['203.0.113.7, ', null],
  [null, null],
])(
  'uses the last address of X-Forwarded-For, which the proxy added: %j',
  (forwardedFor, address) => {
    expect(findClientAddress(forwardedFor)).toBe(address)
  },
)
