import { createHash } from 'node:crypto'
import { decode } from 'next-auth/jwt'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { makeMember, makePerson, makeProject, testPassword } from '@/prisma/seed/factories'
import {
  type SessionEndCause,
  sessionEndCauses,
  type SessionEndContext,
  type SignedInUser,
} from './testing/session-end-causes'
import { SystemClient } from './testing/system-client'
import { startTestSystem, type TestSystem } from './testing/test-system'
import { requestWithToken, Visitor } from './testing/visitor'

/** The address of the third process, which is behind TLS, in the full run. */
const secureOrigin = 'https://stepmark.test'
const newPassword = 'a lantern under quiet water'

let system: TestSystem
let client: SystemClient
let context: SessionEndContext
let urls: SystemClient['urls']
let secureUrl: string
const figures: Record<string, number> = { 'session endings': 0, 'requests after them': 0 }

beforeAll(async () => {
  system = await startTestSystem({
    processes: isFullTestRun ? 3 : 2,
    envOf: (index): Record<string, string> => (index === 2 ? { NEXTAUTH_URL: secureOrigin } : {}),
  })
  client = new SystemClient(system)
  urls = client.urls
  secureUrl = system.servers[2]?.url ?? ''
  const project = await client.withDatabase(() => makeProject())
  context = { client, project, admin: await client.signIn(project.admin) }
})
afterAll(() => system?.stop())

async function makeSignedInUser(accountKind: SessionEndCause['account']): Promise<SignedInUser> {
  const { person, token } = await client.withDatabase(async () => {
    const account =
      accountKind === undefined
        ? await makeMember(context.project, 'reviewer')
        : await makePerson({ isInstanceAdmin: true })
    const input = { name: 't', scope: 'write', days: 1 } as const
    return { person: account, token: await createToken.execute(account, input) }
  })
  const visitor = await client.signIn(person)
  const [row] = await client.query<{ id: string }>(
    `select id::text from session where user_id = $1`,
    [person.userId],
  )
  return { person, visitor, token, session: row!.id }
}

/** The statuses of requests with the person's cookie and token. */
async function readStatuses(
  url: string,
  { visitor, token }: SignedInUser,
  accountKind: SessionEndCause['account'],
): Promise<string> {
  const projectPath = `/projects/${context.project.slug}`
  const [call, page] =
    accountKind === undefined
      ? [`/api/v1${projectPath}/members`, `${projectPath}/people`]
      : ['/api/v1/accounts', '/people']
  const statuses = await Promise.all([
    ...['/api/v1/account', call].map((path) => visitor.copy().request(url, path)),
    ...['/api/v1/account', call].map((path) => requestWithToken(url, path, token.secret)),
    visitor.copy().request(url, page),
  ])
  figures['requests after them']! += statuses.length
  return statuses.map(({ status }) => status).join(' ')
}

test.each(sessionEndCauses)(
  'when $description, every process enforces it from the next request',
  async ({ action, expectedStatuses, account }) => {
    const user = await makeSignedInUser(account)
    for (const url of urls)
      expect(await readStatuses(url, user, account)).toBe('200 200 200 200 200')
    await action(context, user)
    const statuses = await Promise.all(urls.map((url) => readStatuses(url, user, account)))
    expect(statuses).toEqual([expectedStatuses, expectedStatuses])
    figures['session endings']! += 1
  },
)

test('a session ends 12 hours after its last use and 7 days after its start, even if its cookie is renewed', async () => {
  const person = await client.withDatabase(() => makePerson())
  const visitor = await client.signIn(person)
  const updateSession = (assignment: string) =>
    client.query(`update session set ${assignment} where user_id = '${person.userId}'`)
  const listStatuses = () =>
    Promise.all(
      urls.map(async (url) => (await visitor.copy().request(url, '/api/v1/account')).status),
    )
  const lifetimeSql = `select extract(epoch from expires_at - created_at)::float8 / 86400 as days from session where user_id = $1`
  expect((await client.query<{ days: number }>(lifetimeSql, [person.userId]))[0]!.days).toBeCloseTo(
    7,
    3,
  )
  await updateSession(`last_seen_at = now() - interval '11 hours 58 minutes'`)
  expect(await listStatuses()).toEqual([200, 200])
  const [row] = await client.query<{ idle: number }>(
    `select extract(epoch from now() - last_seen_at)::float8 as idle from session where user_id = $1`,
    [person.userId],
  )
  expect(row!.idle).toBeLessThan(120)
  await updateSession(`last_seen_at = now() - interval '12 hours 1 second'`)
  expect(await listStatuses()).toEqual([401, 401])
  await updateSession(`last_seen_at = now(), expires_at = now()`)
  expect(await listStatuses()).toEqual([401, 401])
  // next-auth renews the cookie, but the row in the database decides.
  const oldCookie = visitor.session
  await visitor.request(urls[0], '/api/auth/session')
  expect(visitor.session).not.toBe(oldCookie)
  expect(await listStatuses()).toEqual([401, 401])
  const page = await visitor.request(urls[1], '/account')
  expect(page).toMatchObject({ status: 307, location: { pathname: '/sign-in' } })
})

/** The secret in the cookie of a session. */
async function readSecret({ session }: Visitor): Promise<string> {
  const token = await decode({ token: session!, secret: system.secret })
  return token?.sid as string
}

const countSessions = async () =>
  (
    await client.query<{ sessions: number; entries: number }>(
      `select (select count(*) from session)::int as sessions,
         (select count(*) from audit_entry where action = 'session.begin')::int as entries`,
    )
  )[0]!

test('a cookie planted before a sign-in does not give access to the new session', async () => {
  const [victim, attacker] = await client.withDatabase(async () => [
    await makePerson(),
    await makePerson(),
  ])
  const plantedVisitor = await client.signIn(attacker)
  const browser = plantedVisitor.copy()
  await browser.signIn(urls[1], { email: victim.email, password: testPassword })
  const [plantedSecret, newSecret] = [await readSecret(plantedVisitor), await readSecret(browser)]
  expect(newSecret).not.toBe(plantedSecret)
  for (const url of urls) {
    expect((await plantedVisitor.copy().request(url, '/api/v1/account')).status).toBe(401)
    expect((await browser.copy().request(url, '/api/v1/account')).body).toContain(victim.email)
  }
  // A session id chosen by the browser is not used either.
  const presetBrowser = new Visitor()
  presetBrowser.cookies.set('stepmark.session', 'chosen-before')
  await presetBrowser.signIn(urls[0], { email: victim.email, password: testPassword })
  expect(presetBrowser.session).not.toBe('chosen-before')
  // Only the hash of the secret is stored.
  const hash = createHash('sha256')
    .update(await readSecret(presetBrowser))
    .digest('hex')
  const storedSecrets = await client.query(
    `select 1 as one from session where encode(secret_hash, 'hex') = $1`,
    [hash],
  )
  expect(storedSecrets).toHaveLength(1)
})

test('every sign-in method starts a new session and adds an audit entry', async () => {
  const secrets = new Set<string>()
  const person = await client.withDatabase(() => makePerson())
  const visitor = await client.signIn(person)
  const signInCount = 6
  secrets.add(await readSecret(visitor))
  const { secret } = await client.callApi(visitor, 'POST', '/account/totp', {
    password: testPassword,
  })
  const now = Math.floor(Date.now() / 1_000)
  const makeCode = (epoch: number) => generate({ secret: secret as string, epoch })
  const { recoveryCodes } = await client.callApi(visitor, 'POST', '/account/totp/confirmation', {
    code: await makeCode(now),
  })
  for (const code of [await makeCode(now + 30), (recoveryCodes as string[])[0]!]) {
    const reply = await visitor.signIn(urls[0], {
      email: person.email,
      password: testPassword,
    })
    expect(reply.status).toBe(401)
    await visitor.signIn(urls[1], { email: person.email, password: testPassword, code })
    secrets.add(await readSecret(visitor))
  }
  const resetPerson = await client.withDatabase(() => makePerson())
  const { link } = await client.callApi(
    context.admin,
    'POST',
    `/accounts/${resetPerson.userId}/reset-link`,
  )
  const browser = new Visitor()
  const resetReply = await browser.request(urls[0], '/api/v1/password-resets/use', {
    json: { secret: (link as string).split('#')[1], password: newPassword },
  })
  // A reset and an invite don't sign in.
  expect([resetReply.status, browser.session]).toEqual([200, undefined])
  await browser.signIn(urls[0], { email: resetPerson.email, password: newPassword })
  secrets.add(await readSecret(browser))
  const invite = await client.callApi(
    context.admin,
    'POST',
    `/projects/${context.project.slug}/invites`,
    { role: 'annotator' },
  )
  const [guest, email] = [new Visitor(), 'guest@example.org']
  const acceptReply = await guest.request(urls[0], '/api/v1/invites/accept', {
    json: {
      secret: (invite.link as string).split('#')[1],
      account: { email, name: 'Mei', password: newPassword },
    },
  })
  expect([acceptReply.status, guest.session]).toEqual([200, undefined])
  await guest.signIn(urls[0], { email, password: newPassword })
  secrets.add(await readSecret(guest))
  await guest.signIn(urls[1], { email, password: newPassword })
  secrets.add(await readSecret(guest))
  expect(secrets.size).toBe(signInCount)
  const counts = await countSessions()
  expect(counts.sessions).toBe(counts.entries)
  figures['sign-ins'] = signInCount
})

function expectProtectedCookies({ setCookieLines }: Visitor, isSecure: boolean): void {
  expect(setCookieLines.length).toBeGreaterThanOrEqual(5)
  for (const line of setCookieLines) {
    expect(line).toMatch(/; HttpOnly(;|$)/i)
    expect(line).toMatch(/; SameSite=Lax(;|$)/i)
    expect(line).toMatch(/; Path=\/(;|$)/i)
    expect(line).not.toMatch(/; Domain=/i)
    expect(/; Secure(;|$)/i.test(line)).toBe(isSecure)
    expect(line.startsWith('__Host-')).toBe(isSecure)
  }
}

test('cookies are HttpOnly, SameSite and without a domain', async () => {
  const person = await client.withDatabase(() => makePerson())
  const visitor = new Visitor()
  await visitor.signIn(urls[0], { email: person.email, password: testPassword })
  await visitor.post(urls[0], '/api/auth/signout', {})
  expectProtectedCookies(visitor, false)
})

// Tested in every run by lib/auth/server/cookies.test.ts.
test.runIf(isFullTestRun)('cookies are also secure behind TLS', async () => {
  const person = await client.withDatabase(() => makePerson())
  const visitor = new Visitor()
  const credentials = { email: person.email, password: testPassword }
  await visitor.signIn(secureUrl, credentials, secureOrigin)
  const readAccount = (browser: Visitor) =>
    browser.copy().request(secureUrl, '/api/v1/account', { origin: secureOrigin })
  expect((await readAccount(visitor)).status).toBe(200)
  // Without the prefix, a neighbouring host could have set it.
  const unprefixedVisitor = new Visitor()
  unprefixedVisitor.cookies.set('stepmark.session', visitor.session!)
  expect((await readAccount(unprefixedVisitor)).status).toBe(401)
  await visitor.post(secureUrl, '/api/auth/signout', {}, secureOrigin)
  expect(visitor.session).toBeUndefined()
  expectProtectedCookies(visitor, true)
})

const evilOrigin = 'https://evil.example'
/** Sent with the session's cookie and next-auth's CSRF token. */
const foreignHeaders: readonly Record<string, string>[] = [
  { origin: '' },
  { origin: 'null' },
  { origin: evilOrigin },
  { origin: evilOrigin, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { origin: 'http://127.0.0.1' },
  { 'sec-fetch-site': 'cross-site', origin: evilOrigin },
  { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' },
  { 'sec-fetch-site': 'none', origin: '' },
  { origin: evilOrigin, 'content-type': 'text/plain' },
  { origin: evilOrigin, 'content-type': 'application/json' },
  { origin: evilOrigin, authorization: 'Bearer smk_nothing' },
]

test('forms from other sites that sign someone in or out are rejected', async () => {
  const [person, attacker] = await client.withDatabase(async () => [
    await makePerson(),
    await makePerson(),
  ])
  const visitor = await client.signIn(person)
  const { body } = await visitor.request(client.urls[0], '/api/auth/csrf')
  const { csrfToken } = JSON.parse(body) as { csrfToken: string }
  const form = { csrfToken, json: 'true', email: attacker.email, password: testPassword }
  const paths = ['signout', 'callback/credentials', 'signin/oidc', 'signin/credentials', '_log']
  const listSessions = () => client.query('select id, revoked_at from session order by id')
  const sessionsBefore = await listSessions()
  for (const headers of foreignHeaders)
    for (const path of paths) {
      const options = { form, headers }
      const { status } = await visitor.copy().request(client.urls[1], `/api/auth/${path}`, options)
      expect(status, `${path} ${JSON.stringify(headers)}`).toBe(403)
    }
  expect(await listSessions()).toEqual(sessionsBefore)
  expect((await visitor.copy().request(client.urls[1], '/api/v1/account')).body).toContain(
    person.email,
  )
  figures['forms from other sites'] = foreignHeaders.length * paths.length
  // The same form from our own page works.
  await visitor.copy().request(client.urls[1], '/api/auth/signout', { form })
  expect(await listSessions()).not.toEqual(sessionsBefore)
})

test('the tests above covered every cause that ends a session, a token or a permission', () => {
  reportTestFigures('Sessions: two processes, and in the full run a third behind TLS', figures)
  expect(figures['session endings']).toBe(sessionEndCauses.length)
})
