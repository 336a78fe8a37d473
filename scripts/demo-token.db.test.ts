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

let homeFolder: string
const getUrl = () => process.env.DATABASE_URL!
const getTokenPath = () => join(homeFolder, 'token')
const loadToken = async () => (await loadOrCreateDemoToken(getUrl(), homeFolder))!
const readEmail = async (token: string) => {
  const actor = await findActorByToken(token)
  return actor.kind === 'person' ? actor.email : null
}

beforeAll(async () => {
  homeFolder = mkdtempSync(join(tmpdir(), 'stepmark-token-'))
  await getDatabase().instanceSetting.create({ data: { key: 'made_by', value: 'demo' } })
})
afterAll(() => rmSync(homeFolder, { recursive: true, force: true }))

test('a database without demo accounts gets no token and no token file', async () => {
  expect(await loadOrCreateDemoToken(getUrl(), homeFolder)).toBeNull()
  expect(() => statSync(getTokenPath())).toThrow('ENOENT')
})

test('a restart of the demo reuses the token, and only the file’s owner can read it', async () => {
  await seedDemo(getUrl())
  const token = await loadToken()
  expect(await readEmail(token)).toBe('admin@demo.example')
  expect(readFileSync(getTokenPath(), 'utf8')).toBe(`${token}\n`)
  expect(statSync(getTokenPath()).mode & 0o777).toBe(0o600)
  expect(await loadToken()).toBe(token)
  expect(await readEmail(token)).toBe('admin@demo.example')
  expect(await getDatabase().apiToken.count()).toBe(1)
})

test.each([
  ['has expired', (past: Date) => ({ expiresAt: past })],
  ['was revoked', (past: Date) => ({ revokedAt: past })],
])('a demo token that %s is replaced by a new one', async (_, makeChange) => {
  const oldToken = await loadToken()
  await getDatabase().apiToken.updateMany({ data: makeChange(new Date(0)) })
  chmodSync(getTokenPath(), 0o644)
  const newToken = await loadToken()
  expect(newToken).not.toBe(oldToken)
  expect(await readEmail(newToken)).toBe('admin@demo.example')
  expect(readFileSync(getTokenPath(), 'utf8')).toBe(`${newToken}\n`)
  expect(statSync(getTokenPath()).mode & 0o777).toBe(0o600)
})

test('if the token file is deleted, the demo creates a new token and revokes the previous one', async () => {
  const oldToken = await loadToken()
  rmSync(getTokenPath())
  const newToken = await loadToken()
  expect(newToken).not.toBe(oldToken)
  expect(await readEmail(oldToken)).toBeNull()
  expect(await getDatabase().apiToken.count()).toBe(1)
})
