import { expect, test } from 'vitest'
import { chooseHashToVerify, dummyPassword, hashPassword, verifyPassword } from './passwords'

const readCost = (hash: string) => hash.split('$').slice(1, 4)

test('without an account a hash of the same cost is verified', async () => {
  const ours = await hashPassword('correct horse battery staple')
  expect(await chooseHashToVerify(ours)).toBe(ours)
  const dummy = await chooseHashToVerify(null)
  expect(readCost(dummy)).toEqual(readCost(ours))
  expect(readCost(dummy)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
})

test('without an account no password is right, not even the one of that hash', async () => {
  expect(await verifyPassword(await chooseHashToVerify(null), dummyPassword)).toBe(true)
  expect(await verifyPassword(null, dummyPassword)).toBe(false)
})

test('without an account it takes as long', async () => {
  const ours = await hashPassword('correct horse battery staple')
  const fastest = { known: Infinity, unknown: Infinity }
  // One after the other, and the fastest of each: what else the machine does makes others slower, by several times where
  // it does much. Without a hash it would be thousands of times.
  for (let i = 0; i < 20; i++)
    for (const [who, hash] of [
      ['known', ours],
      ['unknown', null],
    ] as const) {
      const began = performance.now()
      await verifyPassword(hash, 'wrong')
      fastest[who] = Math.min(fastest[who], performance.now() - began)
    }
  expect(fastest.unknown).toBeGreaterThan(fastest.known / 8)
  expect(fastest.unknown).toBeLessThan(fastest.known * 8)
})
