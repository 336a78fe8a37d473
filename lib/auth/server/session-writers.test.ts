import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const folders = ['app', 'cli', 'components', 'lib', 'prisma/seed', 'scripts']
const isLeftOut = (path: string) =>
  /\.test\.tsx?$|(^|\/)testing\/|^lib\/generated\/|^scripts\/mutations\//.test(path)

/** Source files except tests, generated code and mutations, by path. */
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

const insertSessionPattern =
  /insert\s+into\s+(?:"?public"?\.)?"?session"?\b|\bsession\s*\.\s*(?:create|upsert)|copy\s+"?session"?\b/i

test('the search pattern for code that inserts sessions matches examples of it', () => {
  for (const text of [
    'insert into session (id)',
    'INSERT INTO\n  "session" (id)',
    'insert into public.session (id)',
    'getDatabase().session.create({})',
    'db.session\n  .createMany(',
    'tx.session.upsert({',
  ])
    expect(text).toMatch(insertSessionPattern)
  for (const text of ['insert into session_note (id)', 'update session set', 'callbacks.session'])
    expect(text).not.toMatch(insertSessionPattern)
  expect(sources.size).toBeGreaterThan(500)
})

test('only one function inserts sessions, and only the sign-in code calls it', () => {
  expect(listWith(insertSessionPattern)).toEqual(['lib/auth/server/sessions.ts'])
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
  // Callers: by password, by a provider (perhaps a pending session), and by a code after that.
  expect(signInSource.match(/await replaceSession\(/g)).toHaveLength(3)
  // The test helper is not a sign-in method, because no server code imports it.
  expect(listWith(/\bcreateTestSession\b|\/testing\/create-test-session/)).toEqual([])
  expect(listWith(/\bsignInBy(?:Password|Provider|Code)\b/)).toEqual([
    'lib/auth/server/next-auth.ts',
    'lib/auth/server/sign-in.ts',
  ])
})

test('only next-auth writes session cookies, and only sign-in reads the known-browser cookie', () => {
  expect(listWith(/next-auth\/jwt/)).toEqual(['lib/auth/server/request-actor.ts'])
  expect(sources.get('lib/auth/server/request-actor.ts')).not.toMatch(/\bencode\b/)
  expect(listWith(/\bsid\b/)).toEqual([
    'lib/auth/server/next-auth.ts',
    'lib/auth/server/request-actor.ts',
    'lib/auth/server/run-sign-in.ts',
  ])
  expect(listWith(/\bcookies\(\)\)?\s*\.set\b|\bgetServerSession\b|\bgetToken\b/i)).toEqual([])
  // The known-browser cookie is ours. It grants nothing.
  expect(listWith(/set-cookie/i)).toEqual([
    'lib/auth/server/cookies.ts',
    'lib/auth/server/next-auth.ts',
  ])
  const cookieWrites = sources.get('lib/auth/server/next-auth.ts')!.match(/set-cookie.*/gi)
  expect(cookieWrites).toEqual(["set-cookie', formatKnownBrowserCookie(cookies.knownBrowser))"])
  expect(listWith(/\breadKnownBrowserCookie\b/)).toEqual([
    'lib/auth/server/check-two-factor-code.ts',
    'lib/auth/server/cookies.ts',
    'lib/auth/server/sign-in.ts',
  ])
})
