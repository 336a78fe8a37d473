import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findActorByToken } from '@/lib/auth/server/tokens'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { seedDemo } from '@/prisma/seed/demo'
import { loadOrCreateDemoToken } from './demo-token'

useTestDatabase()

let home: string
const url = () => process.env.DATABASE_URL!
const file = () => join(home, 'token')
const keep = async () => (await loadOrCreateDemoToken(url(), home))!
const nameOf = async (token: string) => {
  const actor = await findActorByToken(token)
  return actor.kind === 'person' ? actor.email : null
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'stepmark-token-'))
  await getDatabase().instanceSetting.create({ data: { key: 'made_by', value: 'demo' } })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a database without demo accounts gets no token and no token file', async () => {
  expect(await loadOrCreateDemoToken(url(), home)).toBeNull()
  expect(() => statSync(file())).toThrow('ENOENT')
})

test('a restart of the demo reuses the token, and only the file’s owner can read it', async () => {
  await seedDemo(url())
  const token = await keep()
  expect(await nameOf(token)).toBe('admin@demo.example')
  expect(readFileSync(file(), 'utf8')).toBe(`${token}\n`)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(await keep()).toBe(token)
  expect(await nameOf(token)).toBe('admin@demo.example')
  expect(await getDatabase().apiToken.count()).toBe(1)
})

test.each([
  ['has ended', (past: Date) => ({ expiresAt: past })],
  ['was revoked', (past: Date) => ({ revokedAt: past })],
])('a demo token that %s is replaced by a new one', async (_, makeUseless) => {
  const before = await keep()
  await getDatabase().apiToken.updateMany({ data: makeUseless(new Date(0)) })
  chmodSync(file(), 0o644)
  const after = await keep()
  expect(after).not.toBe(before)
  expect(await nameOf(after)).toBe('admin@demo.example')
  expect(readFileSync(file(), 'utf8')).toBe(`${after}\n`)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test('if the token file is deleted, the demo creates a new token and revokes the previous one', async () => {
  const before = await keep()
  rmSync(file())
  const after = await keep()
  expect(after).not.toBe(before)
  expect(await nameOf(before)).toBeNull()
  expect(await getDatabase().apiToken.count()).toBe(1)
})
