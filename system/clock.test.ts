import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { testPassword } from '@/prisma/seed/factories'
import { type AnnotatableProject, makeAnnotatableProject } from './testing/annotatable-project'
import { requestWithoutRetry, LeaseHolder, signInOnServer } from './testing/lease-holder'
import { startTestSystem, type TestSystem } from './testing/test-system'

/** Clock shifts of the processes, in hours. */
const hours = isFullTestRun ? [0, 2, -2] : [2, -2]
const shiftClockUrl = pathToFileURL(
  join(repositoryRoot, 'system', 'testing', 'shift-clock.mjs'),
).href
/** With a negative offset and daylight saving time: a time read without its offset would be hours wrong. */
const timeZone = 'America/St_Johns'
const solutions = 20

let system: TestSystem
let urls: string[]
let annotatedProject: AnnotatableProject

beforeAll(async () => {
  system = await startTestSystem({
    processes: hours.length,
    route: async (databaseUrl) => {
      await withPgClient(databaseUrl, (client) =>
        client.query(`alter database ${client.database} set timezone to '${timeZone}'`),
      )
      return databaseUrl
    },
    envOf: (index) => ({
      NODE_OPTIONS: `--import ${shiftClockUrl}`,
      // Log lines show the time of the process.
      STEPMARK_LOG_LEVEL: 'info',
      STEPMARK_TEST_CLOCK_SHIFT_MS: String(hours[index]! * 3_600_000),
    }),
  })
  urls = system.servers.map(({ url }) => url)
  annotatedProject = await makeAnnotatableProject(system.databaseUrl, solutions)
})
afterAll(() => system?.stop())

const query = <T extends object>(sql: string, values: readonly unknown[] = []) =>
  withPgClient(system.databaseUrl, async (client) => (await client.query<T>(sql, [...values])).rows)

test('processes have shifted clocks, and the database another time zone', async () => {
  for (const [i, url] of urls.entries()) {
    await requestWithoutRetry(`${url}/api/v1/nothing`)
    const times = [...system.readLogs()[i]!.matchAll(/"time":(\d+)/g)].map(([, time]) =>
      Number(time),
    )
    expect(times).not.toEqual([])
    const difference = times.at(-1)! - Date.now() - hours[i]! * 3_600_000
    expect(Math.abs(difference)).toBeLessThan(1_800_000)
  }
  expect(await query('show timezone')).toEqual([{ TimeZone: timeZone }])
})

test('a lease lasts as long as the settings say, whichever process created it', async () => {
  for (const url of urls) {
    const holder = await LeaseHolder.create(annotatedProject, url)
    const { expiresAt, secondsLeft } = holder.firstLease
    expect(Math.abs(Date.parse(expiresAt) - (Date.now() + secondsLeft * 1_000))).toBeLessThan(
      30_000,
    )
    for (const otherUrl of urls) {
      const saveResult = await holder.save(otherUrl)
      expect(saveResult.status).toBe(200)
      const { secondsLeft: remainingSeconds } = JSON.parse(saveResult.body) as {
        secondsLeft: number
      }
      expect(Math.abs(remainingSeconds - secondsLeft)).toBeLessThan(30)
    }
  }
})

test('a session is valid in all processes, and expires in all of them', async () => {
  const person = await annotatedProject.enrol()
  for (const url of urls) {
    const cookie = await signInOnServer(url, person.email, testPassword)
    const readAccount = (otherUrl: string) =>
      requestWithoutRetry(`${otherUrl}/api/v1/account`, { headers: { cookie } })
    for (const otherUrl of urls) expect((await readAccount(otherUrl)).status).toBe(200)
    await query(
      `update session set last_seen_at = now() - interval '12 hours 1 minute' where user_id = $1`,
      [person.user],
    )
    for (const otherUrl of urls) expect((await readAccount(otherUrl)).status).toBe(401)
    await query(
      `update session set last_seen_at = now(), expires_at = now() + interval '1 minute' where user_id = $1`,
      [person.user],
    )
    for (const otherUrl of urls) expect((await readAccount(otherUrl)).status).toBe(200)
    await query(`update session set expires_at = now() where user_id = $1`, [person.user])
    for (const otherUrl of urls) expect((await readAccount(otherUrl)).status).toBe(401)
  }
})

test('a request with the same idempotency key gets the same reply from every process', async () => {
  const holder = await LeaseHolder.create(annotatedProject, urls[0]!)
  const key = holder.nextKey()
  const replies: { status: number; reply: unknown }[] = []
  for (const url of urls) {
    const { status, body } = await holder.save(url, key)
    replies.push({ status, reply: JSON.parse(body) })
  }
  for (const reply of replies) expect(reply).toEqual(replies[0])
  const rows = await query<{ n: number }>(
    `select count(*)::int as n from idempotency_key where key = $1`,
    [key.idempotencyKey],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('all processes count password guesses in the same window of 15 minutes', async () => {
  const { email } = await annotatedProject.enrol()
  let evaluatedCount = 0
  for (let i = 0; i < (isFullTestRun ? 30 : 14); i++) {
    const url = urls[i % urls.length]!
    const outcome = await signInOnServer(url, email, 'a wrong password').catch(String)
    if (!outcome.includes('rate_limited')) evaluatedCount += 1
  }
  expect(evaluatedCount).toBe(10)
  const [row] = await query<{ minutes: number }>(
    `select extract(epoch from expire - now())::float8 / 60 as minutes from rate_limit where key like '%' || $1`,
    [email],
  )
  expect(row!.minutes).toBeGreaterThan(13)
  expect(row!.minutes).toBeLessThanOrEqual(15)
})

test('every process treats a lease as expired by the clock of the database', async () => {
  let earlyCount = 0
  for (const url of urls) {
    const holder = await LeaseHolder.create(annotatedProject, url)
    const setExpiry = (interval: string) =>
      query(`update lease set expires_at = now() + $2::interval where id = $1`, [
        holder.firstLease.id,
        interval,
      ])
    for (const otherUrl of urls) {
      await setExpiry('1 minute')
      if ((await holder.save(otherUrl)).status !== 200) earlyCount += 1
    }
    await setExpiry('0')
    for (const otherUrl of urls) {
      const lateSave = await holder.save(otherUrl)
      expect(lateSave.status).toBe(409)
      expect(lateSave.body).toContain('lease_lost')
    }
  }
  expect(earlyCount).toBe(0)
  // Solutions with an expired lease are served again at every process.
  for (const url of urls)
    expect(
      (await LeaseHolder.create(annotatedProject, url)).firstLease.secondsLeft,
    ).toBeGreaterThan(0)
  reportTestFigures('Clocks: processes that are hours apart', {
    'clock shifts in hours': hours.join(', '),
    'time zone of the database': timeZone,
    'leases lost early': earlyCount,
  })
})
