import { expect, test } from 'vitest'
import { hashSecret, generateSecret } from './secrets'

test('generated secrets have 256 bits, are safe in URLs, and are unique', () => {
  const secrets = Array.from({ length: 1_000 }, generateSecret)
  expect(new Set(secrets).size).toBe(1_000)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
  // Every position varies.
  for (let position = 0; position < 42; position++)
    expect(new Set(secrets.map((secret) => secret[position])).size).toBeGreaterThan(48)
  expect(hashSecret(secrets[0]!)).toHaveLength(32)
})
