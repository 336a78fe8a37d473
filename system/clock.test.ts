import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { testPassword } from '@/prisma/seed/factories'
import { type AnnotatedProject, makeAnnotatedProject } from './testing/annotated-project'
import { isFull, reportFigures } from '@/lib/platform/testing/figures'
import { askOnce, Hand, signInOver } from './testing/hand'
import { startSystem, type System } from './testing/processes'

/** The clocks of the processes, in hours beside the right one. */
const hours = isFull ? [0, 2, -2] : [2, -2]
const shift = pathToFileURL(join(repositoryRoot, 'system', 'testing', 'shift-clock.mjs')).href
/** West of Greenwich and with summer time: a time read without its offset would be hours wrong. */
const zone = 'America/St_Johns'
const solutions = 20

let system: System
let urls: string[]
let made: AnnotatedProject

beforeAll(async () => {
  system = await startSystem({
    processes: hours.length,
    route: async (databaseUrl) => {
      await usePgClient(databaseUrl, (client) =>
        client.query(`alter database ${client.database} set timezone to '${zone}'`),
      )
      return databaseUrl
    },
    envOf: (index) => ({
      NODE_OPTIONS: `--import ${shift}`,
      // A line for each request: by its time the clock is seen.
      STEPMARK_LOG_LEVEL: 'info',
      STEPMARK_TEST_CLOCK_SHIFT_MS: String(hours[index]! * 3_600_000),
    }),
  })
  urls = system.servers.map(({ url }) => url)
  made = await makeAnnotatedProject(system.databaseUrl, solutions)
})
afterAll(() => system?.stop())

const query = <T extends object>(sql: string, values: readonly unknown[] = []) =>
  usePgClient(system.databaseUrl, async (client) => (await client.query<T>(sql, [...values])).rows)

test('the clocks are wrong indeed, and the database speaks of another zone', async () => {
  for (const [i, url] of urls.entries()) {
    await askOnce(`${url}/api/v1/nothing`)
    const said = [...system.readLogs()[i]!.matchAll(/"time":(\d+)/g)].map(([, time]) =>
      Number(time),
    )
    expect(said).not.toEqual([])
    const besides = said.at(-1)! - Date.now() - hours[i]! * 3_600_000
    expect(Math.abs(besides)).toBeLessThan(1_800_000)
  }
  expect(await query('show timezone')).toEqual([{ TimeZone: zone }])
})

test('a lease lasts as long as the project says, whichever process counts it', async () => {
  for (const url of urls) {
    const hand = await Hand.take(made, url)
    const { expiresAt, secondsLeft } = hand.claimed
    expect(Math.abs(Date.parse(expiresAt) - (Date.now() + secondsLeft * 1_000))).toBeLessThan(
      30_000,
    )
    for (const otherUrl of urls) {
      const saved = await hand.save(otherUrl)
      expect(saved.status).toBe(200)
      const { secondsLeft: left } = JSON.parse(saved.body) as { secondsLeft: number }
      expect(Math.abs(left - secondsLeft)).toBeLessThan(30)
    }
  }
})

test('a session begun at one process is one at all, and one that is over is one at none', async () => {
  const person = await made.enrol()
  for (const url of urls) {
    const cookie = await signInOver(url, person.email, testPassword)
    const ask = (otherUrl: string) => askOnce(`${otherUrl}/api/v1/account`, { headers: { cookie } })
    for (const otherUrl of urls) expect((await ask(otherUrl)).status).toBe(200)
    await query(
      `update session set last_seen_at = now() - interval '12 hours 1 minute' where user_id = $1`,
      [person.user],
    )
    for (const otherUrl of urls) expect((await ask(otherUrl)).status).toBe(401)
    await query(
      `update session set last_seen_at = now(), expires_at = now() + interval '1 minute' where user_id = $1`,
      [person.user],
    )
    for (const otherUrl of urls) expect((await ask(otherUrl)).status).toBe(200)
    await query(`update session set expires_at = now() where user_id = $1`, [person.user])
    for (const otherUrl of urls) expect((await ask(otherUrl)).status).toBe(401)
  }
})

test('the same key gets the same answer at every process', async () => {
  const hand = await Hand.take(made, urls[0]!)
  const written = hand.next()
  const answers = []
  for (const url of urls) answers.push(await hand.save(url, written))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  const kept = await query<{ n: number }>(
    `select count(*)::int as n from idempotency_key where key = $1`,
    [written.idempotencyKey],
  )
  expect(kept).toEqual([{ n: 1 }])
})

test('guesses are counted in one window, whichever process is asked', async () => {
  const { email } = await made.enrol()
  let evaluated = 0
  for (let i = 0; i < 30; i++) {
    const url = urls[i % urls.length]!
    const outcome = await signInOver(url, email, 'a wrong password').catch(String)
    if (!outcome.includes('rate_limited')) evaluated += 1
  }
  expect(evaluated).toBe(10)
  const [row] = await query<{ minutes: number }>(
    `select extract(epoch from expire - now())::float8 / 60 as minutes from rate_limit where key like '%' || $1`,
    [email],
  )
  expect(row!.minutes).toBeGreaterThan(13)
  expect(row!.minutes).toBeLessThanOrEqual(15)
})

test('a lease runs out when the database says so: no one keeps it, no one loses it before', async () => {
  let early = 0
  for (const url of urls) {
    const hand = await Hand.take(made, url)
    const setExpiry = (interval: string) =>
      query(`update lease set expires_at = now() + $2::interval where id = $1`, [
        hand.claimed.id,
        interval,
      ])
    for (const otherUrl of urls) {
      await setExpiry('1 minute')
      if ((await hand.save(otherUrl)).status !== 200) early += 1
    }
    await setExpiry('0')
    for (const otherUrl of urls) {
      const late = await hand.save(otherUrl)
      expect(late.status).toBe(409)
      expect(late.body).toContain('lease_lost')
    }
  }
  expect(early).toBe(0)
  // What ran out is open again, at every process.
  for (const url of urls)
    expect((await Hand.take(made, url)).claimed.secondsLeft).toBeGreaterThan(0)
  reportFigures('Clocks: processes that are hours apart', {
    'hours beside the right one': hours.join(', '),
    'the database in': zone,
    'leases lost early': early,
  })
})
