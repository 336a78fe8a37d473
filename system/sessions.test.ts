import { decode } from 'next-auth/jwt'
import { createHash } from 'node:crypto'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { joinProject, makePerson, makeProject, testPassword } from '@/prisma/seed/factories'
import { Door } from './testing/door'
import { reportFigures } from '@/lib/platform/testing/figures'
import { startSystem, type System } from './testing/processes'
import { type Ending, endings, type House, type Subject } from './testing/session-endings'
import { askByToken, Visitor } from './testing/visitor'

/** What the third process is known by: it stands behind TLS. */
const secureOrigin = 'https://stepmark.test'
const newPassword = 'a lantern under quiet water'

let system: System
let door: Door
let house: House
let urls: Door['urls']
let secureUrl: string
const done: Record<string, number> = { 'ends of sessions': 0, 'requests after them': 0 }

beforeAll(async () => {
  system = await startSystem({
    processes: 3,
    envOf: (index): Record<string, string> => (index === 2 ? { NEXTAUTH_URL: secureOrigin } : {}),
  })
  door = new Door(system)
  urls = door.urls
  secureUrl = system.servers[2]!.url
  const project = await door.make(() => makeProject())
  house = { door, project, admin: await door.enter(project.admin) }
})
afterAll(() => system?.stop())

async function makeSubject(is: Ending['is']): Promise<Subject> {
  const { person, token } = await door.make(async () => {
    const made =
      is === undefined
        ? await joinProject(house.project, 'reviewer')
        : await makePerson({ isInstanceAdmin: true })
    const input = { name: 't', scope: 'write', days: 1 } as const
    return { person: made, token: await createToken.execute(made, input) }
  })
  const visitor = await door.enter(person)
  const [row] = await door.query<{ id: string }>(
    `select id::text from session where user_id = $1`,
    [person.userId],
  )
  return { person, visitor, token, session: row!.id }
}

/** What one process says to all that the person has. */
async function look(url: string, { visitor, token }: Subject, is: Ending['is']): Promise<string> {
  const place = `/projects/${house.project.slug}`
  const [call, page] =
    is === undefined
      ? [`/api/v1${place}/members`, `${place}/people`]
      : ['/api/v1/accounts', '/people']
  const statuses = await Promise.all([
    ...['/api/v1/account', call].map((path) => visitor.copy().ask(url, path)),
    ...['/api/v1/account', call].map((path) => askByToken(url, path, token.secret)),
    visitor.copy().ask(url, page),
  ])
  done['requests after them']! += statuses.length
  return statuses.map(({ status }) => status).join(' ')
}

test.each(endings)(
  'when $what, every process knows with the very next request',
  async ({ act, after, is }) => {
    const subject = await makeSubject(is)
    for (const url of urls) expect(await look(url, subject, is)).toBe('200 200 200 200 200')
    await act(house, subject)
    const seen = await Promise.all(urls.map((url) => look(url, subject, is)))
    expect(seen).toEqual([after, after])
    done['ends of sessions']! += 1
  },
)

test('a session ends 12 hours after its last use and 7 days after its beginning, whatever is done with its cookie', async () => {
  const person = await door.make(() => makePerson())
  const visitor = await door.enter(person)
  const set = (what: string) =>
    door.query(`update session set ${what} where user_id = '${person.userId}'`)
  const statuses = () =>
    Promise.all(urls.map(async (url) => (await visitor.copy().ask(url, '/api/v1/account')).status))
  const ends = `select extract(epoch from expires_at - created_at)::float8 / 86400 as days from session where user_id = $1`
  expect((await door.query<{ days: number }>(ends, [person.userId]))[0]!.days).toBeCloseTo(7, 3)
  await set(`last_seen_at = now() - interval '11 hours 58 minutes'`)
  expect(await statuses()).toEqual([200, 200])
  // It was used just now.
  const [row] = await door.query<{ idle: number }>(
    `select extract(epoch from now() - last_seen_at)::float8 as idle from session where user_id = $1`,
    [person.userId],
  )
  expect(row!.idle).toBeLessThan(120)
  await set(`last_seen_at = now() - interval '12 hours 1 second'`)
  expect(await statuses()).toEqual([401, 401])
  await set(`last_seen_at = now(), expires_at = now()`)
  expect(await statuses()).toEqual([401, 401])
  // next-auth writes such a cookie anew; the row decides.
  const before = visitor.session
  await visitor.ask(urls[0], '/api/auth/session')
  expect(visitor.session).not.toBe(before)
  expect(await statuses()).toEqual([401, 401])
  const page = await visitor.ask(urls[1], '/account')
  expect(page).toMatchObject({ status: 307, location: { pathname: '/sign-in' } })
})

/** The secret of a session as its cookie carries it. */
async function readSecret({ session }: Visitor): Promise<string> {
  const token = await decode({ token: session!, secret: system.secret })
  return token?.sid as string
}

const countBegun = async () =>
  (
    await door.query<{ sessions: number; entries: number }>(
      `select (select count(*) from session)::int as sessions,
         (select count(*) from audit_entry where action = 'session.begin')::int as entries`,
    )
  )[0]!

test('whoever planted a cookie before has nothing of the session that begins', async () => {
  const [victim, thief] = await door.make(async () => [await makePerson(), await makePerson()])
  const planted = await door.enter(thief)
  const browser = planted.copy()
  await browser.signIn(urls[1], { email: victim.email, password: testPassword })
  const [theirs, own] = [await readSecret(planted), await readSecret(browser)]
  expect(own).not.toBe(theirs)
  for (const url of urls) {
    expect((await planted.copy().ask(url, '/api/v1/account')).status).toBe(401)
    expect((await browser.copy().ask(url, '/api/v1/account')).body).toContain(victim.email)
  }
  // Nor one of no account: a name that was chosen before is not taken.
  const made = new Visitor()
  made.cookies.set('stepmark.session', 'chosen-before')
  await made.signIn(urls[0], { email: victim.email, password: testPassword })
  expect(made.session).not.toBe('chosen-before')
  // Kept is the hash of the secret alone.
  const hash = createHash('sha256')
    .update(await readSecret(made))
    .digest('hex')
  const kept = await door.query(
    `select 1 as one from session where encode(secret_hash, 'hex') = $1`,
    [hash],
  )
  expect(kept).toHaveLength(1)
})

test('every way in begins a session of its own, by the one function that writes it down', async () => {
  const secrets = new Set<string>()
  const person = await door.make(() => makePerson())
  const visitor = await door.enter(person)
  const ways = 6
  secrets.add(await readSecret(visitor))
  const { secret } = await door.command(visitor, 'POST', '/account/totp', {
    password: testPassword,
  })
  const now = Math.floor(Date.now() / 1_000)
  const code = (epoch: number) => generate({ secret: secret as string, epoch })
  const { recoveryCodes } = await door.command(visitor, 'POST', '/account/totp/confirmation', {
    code: await code(now),
  })
  for (const each of [await code(now + 30), (recoveryCodes as string[])[0]!]) {
    const refused = await visitor.signIn(urls[0], { email: person.email, password: testPassword })
    expect(refused.status).toBe(401)
    await visitor.signIn(urls[1], { email: person.email, password: testPassword, code: each })
    secrets.add(await readSecret(visitor))
  }
  const other = await door.make(() => makePerson())
  const { link } = await door.command(house.admin, 'POST', `/accounts/${other.userId}/reset-link`)
  const browser = new Visitor()
  const reset = await browser.ask(urls[0], '/api/v1/password-resets/use', {
    json: { secret: (link as string).split('#')[1], password: newPassword },
  })
  // Neither signs in by itself.
  expect([reset.status, browser.session]).toEqual([200, undefined])
  await browser.signIn(urls[0], { email: other.email, password: newPassword })
  secrets.add(await readSecret(browser))
  const invite = await door.command(
    house.admin,
    'POST',
    `/projects/${house.project.slug}/invites`,
    { role: 'annotator' },
  )
  const [guest, email] = [new Visitor(), 'guest@example.org']
  const joined = await guest.ask(urls[0], '/api/v1/invites/accept', {
    json: {
      secret: (invite.link as string).split('#')[1],
      account: { email, name: 'Mei', password: newPassword },
    },
  })
  expect([joined.status, guest.session]).toEqual([200, undefined])
  await guest.signIn(urls[0], { email, password: newPassword })
  secrets.add(await readSecret(guest))
  await guest.signIn(urls[1], { email, password: newPassword })
  secrets.add(await readSecret(guest))
  expect(secrets.size).toBe(ways)
  const begun = await countBegun()
  expect(begun.sessions).toBe(begun.entries)
  done['ways in'] = ways
})

test('cookies are out of reach of scripts, other sites and other hosts, and behind TLS of plain text', async () => {
  const person = await door.make(() => makePerson())
  const [plain, secure] = [new Visitor(), new Visitor()]
  const given = { email: person.email, password: testPassword }
  await plain.signIn(urls[0], given)
  await secure.signIn(secureUrl, given, secureOrigin)
  const ask = (visitor: Visitor, url: string) =>
    visitor.copy().ask(url, '/api/v1/account', { origin: secureOrigin })
  expect((await ask(secure, secureUrl)).status).toBe(200)
  // Without the prefix any host beside could have set it.
  const bare = new Visitor()
  bare.cookies.set('stepmark.session', secure.session!)
  expect((await ask(bare, secureUrl)).status).toBe(401)
  await plain.post(urls[0], '/api/auth/signout', {})
  await secure.post(secureUrl, '/api/auth/signout', {}, secureOrigin)
  expect(secure.session).toBeUndefined()
  for (const [visitor, isSecure] of [
    [plain, false],
    [secure, true],
  ] as const) {
    expect(visitor.told.length).toBeGreaterThanOrEqual(5)
    for (const line of visitor.told) {
      expect(line).toMatch(/; HttpOnly(;|$)/i)
      expect(line).toMatch(/; SameSite=Lax(;|$)/i)
      expect(line).toMatch(/; Path=\/(;|$)/i)
      expect(line).not.toMatch(/; Domain=/i)
      expect(/; Secure(;|$)/i.test(line)).toBe(isSecure)
      expect(line.startsWith('__Host-')).toBe(isSecure)
    }
  }
})

const evil = 'https://evil.example'
/** With the cookie, and even with the token that next-auth's own form sends. */
const foreign: readonly Record<string, string>[] = [
  { origin: '' },
  { origin: 'null' },
  { origin: evil },
  { origin: evil, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { origin: 'http://127.0.0.1' },
  { 'sec-fetch-site': 'cross-site', origin: evil },
  { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' },
  { 'sec-fetch-site': 'none', origin: '' },
  { origin: evil, 'content-type': 'text/plain' },
  { origin: evil, 'content-type': 'application/json' },
  { origin: evil, authorization: 'Bearer smk_nothing' },
]

test('no page of another site signs anyone in or out', async () => {
  const [person, thief] = await door.make(async () => [await makePerson(), await makePerson()])
  const visitor = await door.enter(person)
  const { body } = await visitor.ask(door.urls[0], '/api/auth/csrf')
  const { csrfToken } = JSON.parse(body) as { csrfToken: string }
  const given = { csrfToken, json: 'true', email: thief.email, password: testPassword }
  const paths = ['signout', 'callback/credentials', 'signin/oidc', 'signin/credentials', '_log']
  const count = () => door.query('select id, revoked_at from session order by id')
  const before = await count()
  for (const headers of foreign)
    for (const path of paths) {
      const form = { form: given, headers }
      const { status } = await visitor.copy().ask(door.urls[1], `/api/auth/${path}`, form)
      expect(status, `${path} ${JSON.stringify(headers)}`).toBe(403)
    }
  expect(await count()).toEqual(before)
  expect((await visitor.copy().ask(door.urls[1], '/api/v1/account')).body).toContain(person.email)
  done['forms of other sites'] = foreign.length * paths.length
  // The same form of our own page does it.
  await visitor.copy().ask(door.urls[1], '/api/auth/signout', { form: given })
  expect(await count()).not.toEqual(before)
})

test('tried enough', () => {
  reportFigures('Sessions: two processes, and a third behind TLS', done)
  expect(done['ends of sessions']).toBe(endings.length)
})
