import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const folders = ['app', 'cli', 'components', 'lib', 'prisma/seed', 'scripts']
const isLeftOut = (path: string) =>
  /\.test\.tsx?$|(^|\/)testing\/|^lib\/generated\/|^scripts\/planted\//.test(path)

/** What the servers run, by its path. */
const sources = new Map(
  folders
    .flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !isLeftOut(path))
    .map((path) => [path, readFileSync(join(repositoryRoot, path), 'utf8')] as const),
)

const listWith = (pattern: RegExp) =>
  [...sources]
    .filter(([, text]) => pattern.test(text))
    .map(([path]) => path)
    .toSorted()

const beginsSession =
  /insert\s+into\s+(?:"?public"?\.)?"?session"?\b|\bsession\s*\.\s*(?:create|upsert)|copy\s+"?session"?\b/i

test('these patterns find what they are for', () => {
  for (const text of [
    'insert into session (id)',
    'INSERT INTO\n  "session" (id)',
    'insert into public.session (id)',
    'getDatabase().session.create({})',
    'db.session\n  .createMany(',
    'tx.session.upsert({',
  ])
    expect(text).toMatch(beginsSession)
  for (const text of ['insert into session_note (id)', 'update session set', 'callbacks.session'])
    expect(text).not.toMatch(beginsSession)
  expect(sources.size).toBeGreaterThan(500)
})

test('one function alone begins a session, and one way leads to it', () => {
  expect(listWith(beginsSession)).toEqual(['lib/auth/server/sessions.ts'])
  expect(
    sources.get('lib/auth/server/sessions.ts')!.match(/insert\s+into\s+session/g),
  ).toHaveLength(1)
  expect(listWith(/\bmintSession\b/)).toEqual([
    'lib/auth/server/begin-session.ts',
    'lib/auth/server/sessions.ts',
  ])
  // The door, by password and by provider.
  expect(listWith(/\bbeginSession\b/)).toEqual([
    'lib/auth/server/begin-session.ts',
    'lib/auth/server/next-auth.ts',
  ])
  const doors = sources.get('lib/auth/server/next-auth.ts')!.match(/await beginSession\(/g)
  expect(doors).toHaveLength(2)
})

test('nothing but next-auth writes a cookie that says who somebody is, and only one place reads it', () => {
  expect(listWith(/next-auth\/jwt/)).toEqual(['lib/auth/server/request-actor.ts'])
  expect(sources.get('lib/auth/server/request-actor.ts')).not.toMatch(/\bencode\b/)
  expect(listWith(/\bsid\b/)).toEqual([
    'lib/auth/server/next-auth.ts',
    'lib/auth/server/request-actor.ts',
  ])
  expect(
    listWith(/set-cookie|\bcookies\(\)\)?\s*\.set\b|\bgetServerSession\b|\bgetToken\b/i),
  ).toEqual([])
})
