import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { createToken } from '@/lib/auth/server/commands'
import { guessesPerAccount, guessesPerAddress } from '@/lib/auth/server/guesses'
import { makePerson, makeProject, testPassword } from '@/prisma/seed/factories'
import { Door } from './testing/door'
import { isFull, reportFigures } from '@/lib/platform/testing/figures'
import { kill, startSystem, type System } from './testing/processes'
import { redirectPayloads } from './testing/redirect-payloads'
import { askByToken, type Seen, Visitor } from './testing/visitor'

const guesses = isFull ? 1_000 : 60
const samples = isFull ? 200 : 6
const atOnce = isFull ? 100 : 20

let system: System
let door: Door
const figures: Record<string, number | string> = {}

beforeAll(async () => {
  system = await startSystem({
    processes: 2,
    // No one is there to take a mail: what is answered does not wait for one.
    env: {
      STEPMARK_SMTP_URL: 'smtp://127.0.0.1:1?tls=off',
      STEPMARK_MAIL_FROM: 'Stepmark <stepmark@example.org>',
    },
  })
  door = new Door(system)
})
afterAll(() => system?.stop())

const forgetGuesses = () => door.query('delete from rate_limit')
const wrong = 'a wrong password'

let addresses = 0
/** Each from an address of its own, as the proxy before the processes would say it. */
function comeFromElsewhere(): Visitor {
  addresses += 1
  return new Visitor(`10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`)
}

/** All of an answer that does not change from one to the next by itself. */
const describe = ({ status, headers, body }: Seen) => ({
  status,
  headers: [...new Set([...headers.keys()])].toSorted(),
  cookies: headers.getSetCookie().map((line) => line.split('=')[0]),
  body: body.replaceAll(/"requestId":"[^"]+"/g, ''),
})

async function makeAccounts() {
  const [known, disabled, coded] = await door.make(async () => [
    await makePerson(),
    await makePerson(),
    await makePerson(),
  ])
  await door.query(`update app_user set disabled_at = now() where id = $1`, [disabled.userId])
  await door.query(
    `insert into totp (user_id, sealed_secret, confirmed_at) values ($1, 'x', now())`,
    [coded.userId],
  )
  return { known, disabled, coded, unknown: { email: 'nobody@example.org' } }
}

test('whether there is an account is told by no answer at the door, nor by one to who forgot a password', async () => {
  const { known, disabled, coded, unknown } = await makeAccounts()
  const attempts: { email: string; password: string; [code: string]: string }[] = [
    { email: known.email, password: wrong },
    { email: unknown.email, password: testPassword },
    { email: disabled.email, password: testPassword },
    { email: disabled.email, password: wrong },
    { email: coded.email, password: wrong },
    { email: coded.email, password: wrong, code: '123456' },
    { email: unknown.email, password: wrong, code: '123456' },
  ]
  for (const url of door.urls) {
    const said: unknown[] = []
    for (const attempt of attempts)
      said.push(describe(await comeFromElsewhere().signIn(url, attempt)))
    expect(new Set(said.map((each) => JSON.stringify(each))).size, JSON.stringify(said)).toBe(1)
    expect(said[0]).toMatchObject({ status: 401 })
    const asked: unknown[] = []
    for (const { email } of [known, unknown, disabled, coded]) {
      const json = { email }
      const seen = await comeFromElsewhere().ask(url, '/api/v1/password-resets', { json })
      asked.push(describe(seen))
    }
    expect(new Set(asked.map((each) => JSON.stringify(each))).size, JSON.stringify(asked)).toBe(1)
    expect(asked[0]).toMatchObject({ status: 200 })
  }
  await forgetGuesses()
})

test('an invite says the same of an address that has an account and of one that has none', async () => {
  const { known, unknown } = await makeAccounts()
  const project = await door.make(() => makeProject())
  const admin = await door.enter(project.admin)
  const said = []
  for (const { email } of [known, unknown]) {
    const path = `/projects/${project.slug}/invites`
    const { link } = await door.command(admin, 'POST', path, { role: 'annotator', email })
    const json = { secret: (link as string).split('#')[1] }
    const seen = describe(await new Visitor().ask(door.urls[0], '/api/v1/invites/read', { json }))
    said.push({ ...seen, body: seen.body.replace(email, '').replace(/"expiresAt":"[^"]+"/, '') })
  }
  expect(said[0]).toMatchObject({ status: 200 })
  expect(said[0]).toEqual(said[1])
})

test('how long it takes is told as a figure; that the same work is done, lib/auth/server/check-credentials-timing.db.test.ts', async () => {
  const { known, disabled, unknown } = await makeAccounts()
  const kinds = { 'wrong password': known, 'no account': unknown, 'disabled account': disabled }
  const taken: Record<string, number[]> = {}
  for (let i = 0; i < samples; i++) {
    if (i % 5 === 0) await forgetGuesses()
    for (const [kind, { email }] of Object.entries(kinds)) {
      const visitor = comeFromElsewhere()
      const began = performance.now()
      await visitor.signIn(door.urls[i % 2]!, { email, password: wrong })
      ;(taken[kind] ??= []).push(performance.now() - began)
    }
  }
  for (const [kind, list] of Object.entries(taken)) {
    expect(list).toHaveLength(samples)
    const median = list.toSorted((a, b) => a - b)[Math.floor(samples / 2)]!
    figures[`${kind}: median of ${samples}, ms`] = median.toFixed(1)
  }
  await forgetGuesses()
})

/** Whether a guess was looked at. */
async function guess(url: string, { email }: Pick<Person, 'email'>, password = wrong) {
  const seen = await comeFromElsewhere().signIn(url, { email, password })
  expect([200, 401]).toContain(seen.status)
  return { isEvaluated: !seen.body.includes('rate_limited'), isIn: seen.status === 200 }
}

test('of guesses at one account, from as many addresses, as many are looked at as are allowed, by all processes and after a restart', async () => {
  const owner = await door.make(() => makePerson())
  const other = await door.make(() => makePerson())
  const known = await door.enter(owner)
  const input = { name: 't', scope: 'read', days: 1 } as const
  const { secret } = await door.make(() => createToken.execute(owner, input))
  let evaluated = 0
  let entered = 0
  for (let i = 0; i < guesses; i += 4) {
    if (i === Math.floor(guesses / 8) * 4) {
      await kill(system.servers[1]!)
      await system.restart(1)
    }
    // Every so often it is the right one, by chance. Several at once: none slips through between looking and counting.
    const results = await Promise.all(
      [0, 1, 2, 3].map((turn) =>
        guess(door.urls[turn % 2]!, owner, i >= 12 && turn === 3 ? testPassword : wrong),
      ),
    )
    evaluated += results.filter(({ isEvaluated }) => isEvaluated).length
    entered += results.filter(({ isIn }) => isIn).length
  }
  expect([evaluated, entered]).toEqual([guessesPerAccount, 0])
  figures['guesses at one account'] = guesses
  figures['of those looked at'] = evaluated
  // As SECURITY.md says: in a new browser the owner waits as well, and in one that is known comes in. Whatever they have
  // goes on, at every process.
  for (const url of door.urls) {
    expect(await guess(url, owner, testPassword)).toEqual({ isEvaluated: false, isIn: false })
    const again = new Visitor()
    again.cookies.set('stepmark.device', known.cookies.get('stepmark.device')!)
    const right = { email: owner.email, password: testPassword }
    expect((await again.signIn(url, right)).status).toBe(200)
    const elsewhere = await again.signIn(url, { email: other.email, password: wrong })
    expect(elsewhere.status).toBe(401)
    expect((await known.copy().ask(url, '/api/v1/account')).status).toBe(200)
    expect((await askByToken(url, '/api/v1/account', secret)).status).toBe(200)
    expect(await guess(url, other, testPassword)).toEqual({ isEvaluated: true, isIn: true })
  }
  await door.query(`update rate_limit set expire = now() where key like $1`, [`%${owner.email}`])
  expect(await guess(door.urls[1], owner, testPassword)).toEqual({ isEvaluated: true, isIn: true })
})

test('of guesses from one address, at as many accounts, as many are looked at as are allowed; what is sent before the proxy’s word counts for nothing', async () => {
  const least = isFull ? 0 : guessesPerAddress - 20
  const from = (i: number) => new Visitor(`198.51.100.${i % 250}, 203.0.113.7`)
  let evaluated = 0
  for (let i = 0; i < guessesPerAddress - least + 10; i++) {
    // All but the last ones have been already.
    if (i === 1 && least > 0)
      await door.query(`update rate_limit set points = $1 where key like '%address:203.0.113.7'`, [
        least + 1,
      ])
    const email = `guessed-${i}@example.org`
    const { body } = await from(i).signIn(door.urls[i % 2]!, { email, password: wrong })
    if (!body.includes('rate_limited')) evaluated += 1
  }
  expect(evaluated + least).toBe(guessesPerAddress)
  await forgetGuesses()
})

test('many who sign in at once keep no one from working', async () => {
  const [person, ...others] = await door.make(() =>
    Promise.all(Array.from({ length: atOnce + 1 }, () => makePerson())),
  )
  const worker = await door.enter(person!)
  const waiting = new Set(others)
  const waits: number[] = []
  const entering = others.map(async (one) => {
    const given = { email: one.email, password: testPassword }
    const { status } = await comeFromElsewhere().signIn(door.urls[0], given)
    waiting.delete(one)
    return status
  })
  let answered = 0
  while (waiting.size > 0) {
    const began = performance.now()
    const { status } = await worker.copy().ask(door.urls[0], '/api/v1/account')
    expect(status).toBe(200)
    waits.push(performance.now() - began)
    if (waiting.size > 0) answered += 1
  }
  expect(await Promise.all(entering)).toEqual(others.map(() => 200))
  expect(answered).toBeGreaterThanOrEqual(1)
  figures['signing in at once'] = atOnce
  figures['calls answered meanwhile'] = answered
  figures['the longest of those, ms'] = Math.max(...waits).toFixed(0)
})

test('no link to our door, and none out of it, ends at someone else’s', async () => {
  const { email } = await door.make(() => makePerson())
  const visitor = new Visitor()
  const [url] = door.urls
  const strays: string[] = []
  const own = (seen: { status: number; location: URL | null }, leads: URL | null, what: string) => {
    const isOwn = seen.status < 500 && (leads === null || leads.origin === url)
    if (!isOwn) strays.push(`${what}: ${seen.status} ${leads?.href}`)
  }
  const readUrl = (body: string) =>
    body.startsWith('{"url"') ? new URL((JSON.parse(body) as { url: string }).url, url) : null
  const inside = await door.enter({ email })
  for (const [i, payload] of redirectPayloads.entries()) {
    const named = encodeURIComponent(payload)
    const page = await inside.ask(url, `/sign-in?next=${named}`)
    expect(page.status, payload).toBe(307)
    own(page, page.location, `next ${payload}`)
    const door = await new Visitor().ask(url, `/api/auth/signin?callbackUrl=${named}`)
    own(door, door.location, `signin ${payload}`)
    const out = new Visitor()
    if (i % 2 === 0 || isFull) {
      const json = await out.post(url, '/api/auth/signout', { callbackUrl: payload })
      own(json, readUrl(json.body), `signout ${payload}`)
    }
    if (i % 2 === 1 || isFull) {
      const form = await out.post(url, '/api/auth/signout', { callbackUrl: payload, json: 'false' })
      expect(form.location, payload).not.toBeNull()
      own(form, form.location, `signout by form ${payload}`)
    }
    if (i % 5 !== 0 && !isFull) continue
    // What was said once is kept in a cookie.
    const later = await out.post(url, '/api/auth/signout', { json: 'false' })
    own(later, later.location, `said before ${payload}`)
    const entered = await visitor.signIn(url, {
      email,
      password: testPassword,
      callbackUrl: payload,
    })
    own(entered, readUrl(entered.body), `callback ${payload}`)
  }
  expect(strays).toEqual([])
  figures['links that lead elsewhere'] = redirectPayloads.length
})

test('tried enough', () => {
  reportFigures('Signing in: two processes', figures)
  expect(redirectPayloads.length).toBeGreaterThanOrEqual(40)
  expect(Object.keys(figures)).toHaveLength(9)
})
