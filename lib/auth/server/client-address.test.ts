import { expect, test } from 'vitest'
import { findClientAddress } from './client-address'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::1', '::1'],
  // Sent by someone who wants to be counted as others, and appended to by the proxy.
  ['10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['a, b,, 203.0.113.7 ', '203.0.113.7'],
  ['', null],
  ['203.0.113.7, ', null],
  [null, null],
])('an address is the one that the proxy added: %j', (forwardedFor, address) => {
  expect(findClientAddress(forwardedFor)).toBe(address)
})
