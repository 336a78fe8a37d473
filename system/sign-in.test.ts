import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { createToken } from '@/lib/auth/server/commands'
import { maxAttemptsPerAccount, maxAttemptsPerIpAddress } from '@/lib/auth/server/sign-in-attempts'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { makePerson, makeProject, testPassword } from '@/prisma/seed/factories'
import { redirectPayloads } from './testing/redirect-payloads'
import { SystemClient } from './testing/system-client'
import { killServer, startTestSystem, type TestSystem } from './testing/test-system'
import { requestWithToken, type VisitorReply, Visitor } from './testing/visitor'

const guesses = isFullTestRun ? 1_000 : 40
const samples = isFullTestRun ? 200 : 2
const concurrentSignIns = isFullTestRun ? 100 : 8
/** Where a payload needs a sign-in: every payload at full size, otherwise every tenth. */
const signInStep = isFullTestRun ? 1 : 10

let system: TestSystem
let client: SystemClient
const figures: Record<string, number | string> = {}

beforeAll(async () => {
  system = await startTestSystem({
    processes: 2,
    // No mail server answers, because replies must not wait for one.
    env: {
      STEPMARK_SMTP_URL: 'smtp://127.0.0.1:1?tls=off',
      STEPMARK_MAIL_FROM: 'Stepmark <stepmark@example.org>',
    },
  })
  client = new SystemClient(system)
})
afterAll(() => system?.stop())

const clearRateLimits = () => client.query('delete from rate_limit')
const wrongPassword = 'a wrong password'

let addressCount = 0
/** Every visitor has its own IP address. */
function makeVisitor(): Visitor {
  addressCount += 1
  return new Visitor(`10.${addressCount >> 16}.${(addressCount >> 8) & 255}.${addressCount & 255}`)
}

/** The parts of a reply that are equal for equal requests. */
const pickComparableParts = ({ status, headers, body }: VisitorReply) => ({
  status,
  headers: [...new Set([...headers.keys()])].toSorted(),
  cookies: headers.getSetCookie().map((line) => line.split('=')[0]),
  body: body.replaceAll(/"requestId":"[^"]+"/g, ''),
})

async function makeAccounts() {
  const [knownPerson, disabled, twoFactor] = await client.withDatabase(async () => [
    await makePerson(),
    await makePerson(),
    await makePerson(),
  ])
  await client.query(`update app_user set disabled_at = now() where id = $1`, [disabled.userId])
  await client.query(
    `insert into totp (user_id, sealed_secret, confirmed_at) values ($1, 'x', now())`,
    [twoFactor.userId],
  )
  return { known: knownPerson, disabled, twoFactor, unknown: { email: 'unknown@example.org' } }
}

test('replies of sign-in and password reset don’t reveal whether an account exists', async () => {
  const { known, disabled, twoFactor, unknown } = await makeAccounts()
  const attempts: { email: string; password: string; [code: string]: string }[] = [
    { email: known.email, password: wrongPassword },
    { email: unknown.email, password: testPassword },
    { email: disabled.email, password: testPassword },
    { email: disabled.email, password: wrongPassword },
    { email: twoFactor.email, password: wrongPassword },
    { email: twoFactor.email, password: wrongPassword, code: '123456' },
    { email: unknown.email, password: wrongPassword, code: '123456' },
  ]
  for (const url of client.urls) {
    const replies: unknown[] = []
    for (const attempt of attempts)
      replies.push(pickComparableParts(await makeVisitor().signIn(url, attempt)))
    expect(new Set(replies.map((each) => JSON.stringify(each))).size, JSON.stringify(replies)).toBe(
      1,
    )
    expect(replies[0]).toMatchObject({ status: 401 })
    const resetReplies: unknown[] = []
    for (const { email } of [known, unknown, disabled, twoFactor]) {
      const json = { email }
      const reply = await makeVisitor().request(url, '/api/v1/password-resets', { json })
      resetReplies.push(pickComparableParts(reply))
    }
    expect(
      new Set(resetReplies.map((each) => JSON.stringify(each))).size,
      JSON.stringify(resetReplies),
    ).toBe(1)
    expect(resetReplies[0]).toMatchObject({ status: 200 })
  }
  await clearRateLimits()
})

test('reading an invite gives the same reply for addresses with and without an account', async () => {
  const { known, unknown } = await makeAccounts()
  const project = await client.withDatabase(() => makeProject())
  const admin = await client.signIn(project.admin)
  const replies = []
  for (const { email } of [known, unknown]) {
    const path = `/projects/${project.slug}/invites`
    const { link } = await client.callApi(admin, 'POST', path, { role: 'annotator', email })
    const json = { secret: (link as string).split('#')[1] }
    const reply = pickComparableParts(
      await new Visitor().request(client.urls[0], '/api/v1/invites/read', { json }),
    )
    replies.push({
      ...reply,
      body: reply.body.replace(email, '').replace(/"expiresAt":"[^"]+"/, ''),
    })
  }
  expect(replies[0]).toMatchObject({ status: 200 })
  expect(replies[0]).toEqual(replies[1])
})

// lib/auth/server/check-credentials-timing.db.test.ts checks that the same work is done.
test('the report has the median time of a failed sign-in for existing, unknown and disabled accounts', async () => {
  const { known, disabled, unknown } = await makeAccounts()
  const kinds = { 'wrong password': known, 'no account': unknown, 'disabled account': disabled }
  const durations: Record<string, number[]> = {}
  for (let i = 0; i < samples; i++) {
    if (i % 5 === 0) await clearRateLimits()
    for (const [kind, { email }] of Object.entries(kinds)) {
      const visitor = makeVisitor()
      const startedAt = performance.now()
      await visitor.signIn(client.urls[i % 2]!, { email, password: wrongPassword })
      ;(durations[kind] ??= []).push(performance.now() - startedAt)
    }
  }
  for (const [kind, times] of Object.entries(durations)) {
    expect(times).toHaveLength(samples)
    const median = times.toSorted((a, b) => a - b)[Math.floor(samples / 2)]!
    figures[`${kind}: median of ${samples}, ms`] = median.toFixed(1)
  }
  await clearRateLimits()
})

/** Returns whether the password was checked, and whether it signed in. */
async function guess(url: string, { email }: Pick<Person, 'email'>, password = wrongPassword) {
  const reply = await makeVisitor().signIn(url, { email, password })
  expect([200, 401]).toContain(reply.status)
  return { isEvaluated: !reply.body.includes('rate_limited'), isSignedIn: reply.status === 200 }
}

test('password guesses at one account are limited across many IP addresses, processes and restarts', async () => {
  const owner = await client.withDatabase(() => makePerson())
  const otherPerson = await client.withDatabase(() => makePerson())
  const knownVisitor = await client.signIn(owner)
  const input = { name: 't', scope: 'read', days: 1 } as const
  const { secret } = await client.withDatabase(() => createToken.execute(owner, input))
  let evaluatedCount = 0
  let signedInCount = 0
  for (let i = 0; i < guesses; i += 4) {
    if (i === Math.floor(guesses / 8) * 4) {
      await killServer(system.servers[1]!)
      await system.restart(1)
    }
    // Some guesses are right. A concurrent one could pass between the check and the count.
    const results = await Promise.all(
      [0, 1, 2, 3].map((turn) =>
        guess(client.urls[turn % 2]!, owner, i >= 12 && turn === 3 ? testPassword : wrongPassword),
      ),
    )
    evaluatedCount += results.filter(({ isEvaluated }) => isEvaluated).length
    signedInCount += results.filter(({ isSignedIn }) => isSignedIn).length
  }
  expect([evaluatedCount, signedInCount]).toEqual([maxAttemptsPerAccount, 0])
  figures['guesses at one account'] = guesses
  figures['checked of those'] = evaluatedCount
  // As in SECURITY.md: the owner must wait in a new browser, but not in a known one. Their sessions and tokens keep
  // working at every process.
  for (const url of client.urls) {
    expect(await guess(url, owner, testPassword)).toEqual({ isEvaluated: false, isSignedIn: false })
    const secondVisitor = new Visitor()
    secondVisitor.cookies.set('stepmark.browser', knownVisitor.cookies.get('stepmark.browser')!)
    const ownerCredentials = { email: owner.email, password: testPassword }
    expect((await secondVisitor.signIn(url, ownerCredentials)).status).toBe(200)
    const otherReply = await secondVisitor.signIn(url, {
      email: otherPerson.email,
      password: wrongPassword,
    })
    expect(otherReply.status).toBe(401)
    expect((await knownVisitor.copy().request(url, '/api/v1/account')).status).toBe(200)
    expect((await requestWithToken(url, '/api/v1/account', secret)).status).toBe(200)
    expect(await guess(url, otherPerson, testPassword)).toEqual({
      isEvaluated: true,
      isSignedIn: true,
    })
  }
  await client.query(`update rate_limit set expire = now() where key like $1`, [`%${owner.email}`])
  expect(await guess(client.urls[1], owner, testPassword)).toEqual({
    isEvaluated: true,
    isSignedIn: true,
  })
})

test('password guesses from one IP address at many accounts are limited, and forwarded addresses that the proxy did not add are ignored', async () => {
  const initialGuesses = isFullTestRun ? 0 : maxAttemptsPerIpAddress - 20
  const makeVisitorAt = (i: number) => new Visitor(`198.51.100.${i % 250}, 203.0.113.7`)
  let evaluatedCount = 0
  for (let i = 0; i < maxAttemptsPerIpAddress - initialGuesses + 10; i++) {
    // Skips most of the guesses.
    if (i === 1 && initialGuesses > 0)
      await client.query(
        `update rate_limit set points = $1 where key like '%address:203.0.113.7'`,
        [initialGuesses + 1],
      )
    const email = `guessed-${i}@example.org`
    const { body } = await makeVisitorAt(i).signIn(client.urls[i % 2]!, {
      email,
      password: wrongPassword,
    })
    if (!body.includes('rate_limited')) evaluatedCount += 1
  }
  expect(evaluatedCount + initialGuesses).toBe(maxAttemptsPerIpAddress)
  await clearRateLimits()
})

test('API calls of one user are answered while many others sign in', async () => {
  const [person, ...newcomers] = await client.withDatabase(() =>
    Promise.all(Array.from({ length: concurrentSignIns + 1 }, () => makePerson())),
  )
  const activeVisitor = await client.signIn(person!)
  const pendingPeople = new Set(newcomers)
  const waits: number[] = []
  const signIns = newcomers.map(async (newcomer) => {
    const credentials = { email: newcomer.email, password: testPassword }
    const { status } = await makeVisitor().signIn(client.urls[0], credentials)
    pendingPeople.delete(newcomer)
    return status
  })
  let answeredCount = 0
  while (pendingPeople.size > 0) {
    const startedAt = performance.now()
    const { status } = await activeVisitor.copy().request(client.urls[0], '/api/v1/account')
    expect(status).toBe(200)
    waits.push(performance.now() - startedAt)
    if (pendingPeople.size > 0) answeredCount += 1
  }
  expect(await Promise.all(signIns)).toEqual(newcomers.map(() => 200))
  expect(answeredCount).toBeGreaterThanOrEqual(1)
  figures['concurrent sign-ins'] = concurrentSignIns
  figures['calls answered meanwhile'] = answeredCount
  figures['slowest of those, ms'] = Math.max(...waits).toFixed(0)
})

test('sign-in and sign-out never redirect to another site', async () => {
  const { email } = await client.withDatabase(() => makePerson())
  const visitor = new Visitor()
  const [url] = client.urls
  const foreignLocations: string[] = []
  const expectOwnOrigin = (
    reply: { status: number; location: URL | null },
    target: URL | null,
    description: string,
  ) => {
    const isAllowed = reply.status < 500 && (target === null || target.origin === url)
    if (!isAllowed) foreignLocations.push(`${description}: ${reply.status} ${target?.href}`)
  }
  const readUrl = (body: string) =>
    body.startsWith('{"url"') ? new URL((JSON.parse(body) as { url: string }).url, url) : null
  const signedInVisitor = await client.signIn({ email })
  for (const [i, payload] of redirectPayloads.entries()) {
    const encoded = encodeURIComponent(payload)
    const page = await signedInVisitor.request(url, `/sign-in?next=${encoded}`)
    expect(page.status, payload).toBe(307)
    expectOwnOrigin(page, page.location, `next ${payload}`)
    const signInPage = await new Visitor().request(url, `/api/auth/signin?callbackUrl=${encoded}`)
    expectOwnOrigin(signInPage, signInPage.location, `signin ${payload}`)
    const signOutVisitor = new Visitor()
    if (i % 2 === 0 || isFullTestRun) {
      const json = await signOutVisitor.post(url, '/api/auth/signout', { callbackUrl: payload })
      expectOwnOrigin(json, readUrl(json.body), `signout ${payload}`)
    }
    if (i % 2 === 1 || isFullTestRun) {
      const form = await signOutVisitor.post(url, '/api/auth/signout', {
        callbackUrl: payload,
        json: 'false',
      })
      expect(form.location, payload).not.toBeNull()
      expectOwnOrigin(form, form.location, `signout by form ${payload}`)
    }
    if (i % signInStep !== 0) continue
    // next-auth stores the callback URL in a cookie.
    const laterReply = await signOutVisitor.post(url, '/api/auth/signout', { json: 'false' })
    expectOwnOrigin(laterReply, laterReply.location, `callback cookie ${payload}`)
    const signInReply = await visitor.signIn(url, {
      email,
      password: testPassword,
      callbackUrl: payload,
    })
    expectOwnOrigin(signInReply, readUrl(signInReply.body), `callback ${payload}`)
  }
  expect(foreignLocations).toEqual([])
  figures['redirect payloads'] = redirectPayloads.length
})

test('the tests above tried at least 40 redirect payloads and reported all figures', () => {
  reportTestFigures('Sign-in: two processes', figures)
  expect(redirectPayloads.length).toBeGreaterThanOrEqual(40)
  expect(Object.keys(figures)).toHaveLength(9)
})
