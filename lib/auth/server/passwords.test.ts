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
