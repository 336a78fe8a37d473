import { expect, test } from 'vitest'
import { chooseHashToVerify, dummyPassword, hashPassword, verifyPassword } from './passwords'

const readCost = (hash: string) => hash.split('$').slice(1, 4)

test('without an account, a dummy hash of the same cost is chosen for verification', async () => {
  const ownHash = await hashPassword('correct horse battery staple')
  expect(await chooseHashToVerify(ownHash)).toBe(ownHash)
  const dummy = await chooseHashToVerify(null)
  expect(readCost(dummy)).toEqual(readCost(ownHash))
  expect(readCost(dummy)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
})

test('without an account, verification rejects every password, even the one that the dummy hash was made from', async () => {
  expect(await verifyPassword(await chooseHashToVerify(null), dummyPassword)).toBe(true)
  expect(await verifyPassword(null, dummyPassword)).toBe(false)
})

test('verifying a wrong password takes about as long without an account as with one', async () => {
  const ownHash = await hashPassword('correct horse battery staple')
  const fastest = { known: Infinity, unknown: Infinity }
  // Compares the fastest of several runs, because a busy machine slows down single ones. Without a hash it would be
  // thousands of times faster.
  for (let i = 0; i < 20; i++)
    for (const [accountKind, hash] of [
      ['known', ownHash],
      ['unknown', null],
    ] as const) {
      const startedAt = performance.now()
      await verifyPassword(hash, 'wrong')
      fastest[accountKind] = Math.min(fastest[accountKind], performance.now() - startedAt)
    }
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 8)
  expect(fastest.unknown).toBeLessThan(fastest.known * 8)
})
