import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const folders = ['app', 'cli', 'components', 'lib', 'prisma/seed', 'scripts']
const isLeftOut = (path: string) =>
  /\.test\.tsx?$|(^|\/)testing\/|^lib\/generated\/|^scripts\/mutations\//.test(path)

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
  expect(listWith(/\binsertSession\b/)).toEqual(['lib/auth/server/sessions.ts'])
  expect(listWith(/\bcreateSession\b/)).toEqual([
    'lib/auth/server/replace-session.ts',
    'lib/auth/server/sessions.ts',
  ])
  expect(listWith(/\breplaceSession\b/)).toEqual([
    'lib/auth/server/replace-session.ts',
    'lib/auth/server/sign-in.ts',
  ])
  const signInSource = sources.get('lib/auth/server/sign-in.ts')!
  // By password, by a provider, which may open it half way, and by a code after that.
  expect(signInSource.match(/await replaceSession\(/g)).toHaveLength(3)
  // What tests begin with is no way in: nothing that servers run has it.
  expect(listWith(/\bmintSession\b|\/testing\/mint-session/)).toEqual([])
  expect(listWith(/\bsignInBy(?:Password|Provider|Code)\b/)).toEqual([
    'lib/auth/server/next-auth.ts',
    'lib/auth/server/sign-in.ts',
  ])
})

test('nothing but next-auth writes a cookie that says who someone is, and only signing in reads it', () => {
  expect(listWith(/next-auth\/jwt/)).toEqual(['lib/auth/server/request-actor.ts'])
  expect(sources.get('lib/auth/server/request-actor.ts')).not.toMatch(/\bencode\b/)
  expect(listWith(/\bsid\b/)).toEqual([
    'lib/auth/server/next-auth.ts',
    'lib/auth/server/request-actor.ts',
  ])
  expect(listWith(/\bcookies\(\)\)?\s*\.set\b|\bgetServerSession\b|\bgetToken\b/i)).toEqual([])
  // One cookie is ours: that of a known device, which opens nothing.
  expect(listWith(/set-cookie/i)).toEqual([
    'lib/auth/server/cookies.ts',
    'lib/auth/server/next-auth.ts',
  ])
  const written = sources.get('lib/auth/server/next-auth.ts')!.match(/set-cookie.*/gi)
  expect(written).toEqual(["set-cookie', writeDeviceCookie(cookies.device))"])
  expect(listWith(/\breadDeviceCookie\b/)).toEqual([
    'lib/auth/server/check-code.ts',
    'lib/auth/server/cookies.ts',
    'lib/auth/server/sign-in.ts',
  ])
})
