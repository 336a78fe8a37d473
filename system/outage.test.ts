import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode } from 'next-auth/jwt'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { type AnnotatedProject, makeAnnotatedProject } from './testing/annotated-project'
import { type FaultProxy, startFaultProxy } from './testing/fault-proxy'
import { isFull, reportFigures } from '@/lib/platform/testing/figures'
import { type Answer, askOnce, Hand } from './testing/hand'
import { freezePostgres, killPostgres, restartPostgres } from './testing/postgres-processes'
import { startSystem, type System } from './testing/processes'
import { mountSmallDisk, type SmallDisk } from './testing/small-disk'

const answersWithinMs = 6_000
const recoversWithinMs = 5_000
/** The outage goes on for so long at least; then whoever asks is refused as at its beginning. */
const lastsMs = isFull ? 30_000 : 1_000
const hands: Hand[] = []
const people = 6
const maxConnections = 30
const secret = randomBytes(48).toString('base64')

let system: System
let way: FaultProxy
let url: string
let made: AnnotatedProject
let cookie: string
let disk: SmallDisk | null

beforeAll(async () => {
  system = await startSystem({
    processes: 1,
    settings: { max_connections: maxConnections },
    env: { NEXTAUTH_SECRET: secret },
    route: async (postgres) => {
      way = await startFaultProxy(postgres.port)
      const route = new URL(postgres.url('stepmark'))
      route.port = String(way.port)
      return route.href
    },
  })
  url = system.servers[0]!.url
  made = await makeAnnotatedProject(system.databaseUrl, 50)
  for (let i = 0; i < people; i++) hands.push(await Hand.take(made, url))
  cookie = await signIn(hands[0]!.user)
  disk = mountSmallDisk(system.postgres)
})

afterAll(async () => {
  await system.stop()
  await way.stop()
  disk?.stop()
})

const asSuperuser = (...statements: string[]) =>
  usePgClient(system.postgres.superuserUrl, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** A session of a browser. */
async function signIn(user: string): Promise<string> {
  const sid = randomBytes(32).toString('base64url')
  await usePgClient(system.databaseUrl, (client) =>
    client.query(
      `insert into session (id, user_id, secret_hash, expires_at)
       values (gen_random_uuid(), $1, sha256($2::text::bytea), now() + interval '1 day')`,
      [user, sid],
    ),
  )
  return `stepmark.session=${await encode({ token: { sid }, secret })}`
}

test('down: refused at once, and back without anybody starting anything', async () => {
  let postgres = system.postgres
  await expectEndured('down', {
    begin: () => killPostgres(postgres),
    end: async () => {
      postgres = await restartPostgres(postgres, { max_connections: maxConnections })
      way.setTarget(postgres.port)
      system.postgres.stop = async () => {
        await postgres.stop()
      }
    },
  })
})

test('frozen: nobody waits for ever', async () => {
  let thaw = () => {}
  await expectEndured('frozen', {
    begin: () => (thaw = freezePostgres(system.postgres)),
    end: () => thaw(),
  })
})

test('a network that swallows everything: nobody waits for ever, and no connection stays dead', async () => {
  await expectEndured('black hole', {
    begin: () => way.set({ blackHole: true }),
    // As it is in networks: what was open is gone for good, and nobody was told.
    end: () => way.set({}),
  })
})

test('half-open connections: each is given up, none is used again', async () => {
  await expectEndured('half-open', {
    begin: () => way.set({ halfOpen: 1 }),
    end: () => way.set({}),
  })
})

test('read-only: refused as what passes, not as a defect', async () => {
  await expectEndured('read-only', {
    begin: async () => {
      // When a session was last used is noted once a minute: it is due.
      await usePgClient(system.databaseUrl, (client) =>
        client.query(`update session set last_seen_at = last_seen_at - interval '1 hour'`),
      )
      await asSuperuser(
        'alter system set default_transaction_read_only = on',
        'select pg_reload_conf()',
      )
    },
    end: () =>
      asSuperuser('alter system reset default_transaction_read_only', 'select pg_reload_conf()'),
    pagesAreShown: true,
  })
})

test('every connection taken by others', async () => {
  const taken: pg.Client[] = []
  await expectEndured('connections used up', {
    begin: async () => {
      way.cutAll()
      for (;;) {
        const client = new pg.Client({ connectionString: system.databaseUrl })
        client.on('error', () => undefined)
        const isIn = await client.connect().then(
          () => true,
          () => false,
        )
        if (!isIn) break
        taken.push(client)
      }
      // What the process opened meanwhile.
      way.cutAll()
      await takeRest(taken)
    },
    end: async () => {
      await Promise.all(taken.map((client) => client.end()))
    },
  })
})

async function takeRest(taken: pg.Client[]): Promise<void> {
  const until = performance.now() + 3_000
  while (performance.now() < until) {
    const client = new pg.Client({ connectionString: system.databaseUrl })
    client.on('error', () => undefined)
    await client.connect().then(
      () => taken.push(client),
      () => undefined,
    )
    if (way.countConnections() === 0) await sleep(50)
    else way.cutAll()
  }
}

test('a full disk: what finds no place is refused, what was acknowledged is there', async (context) => {
  if (!disk) return context.skip('needs the right to mount a small disk')
  await movePlace(`create tablespace small location '${disk.folder}'`, 'small')
  disk.fill()
  const answers: Answer[] = []
  const refused = () => answers.filter(({ status }) => status !== 200)
  const until = performance.now() + 60_000
  // Pages that are there have room for some.
  while (refused().length < 20 && performance.now() < until)
    answers.push(...(await Promise.all(hands.map((hand) => hand.save(url)))))
  for (const answer of refused()) expectRefused(answer)
  expect(refused().length).toBeGreaterThanOrEqual(20)
  expect((await askOnce(`${url}/healthz`)).status).toBe(200)
  disk.free()
  const recovered = await waitForSave()
  await expectAllThere()
  reportOutage('full disk', answers, recovered)
  expect(recovered).toBeLessThanOrEqual(recoversWithinMs)
  await movePlace('select 1', 'pg_default', 'drop tablespace small')
})

async function movePlace(before: string, tablespace: string, after = 'select 1'): Promise<void> {
  await asSuperuser(
    before,
    `alter database stepmark allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'stepmark'`,
    `alter database stepmark set tablespace ${tablespace}`,
    `alter database stepmark allow_connections true`,
    after,
  )
  await waitForSave()
}

interface Outage {
  begin: () => unknown
  end: () => unknown
  /** Reading goes on. */
  pagesAreShown?: boolean
}

async function expectEndured(name: string, { begin, end, pagesAreShown = false }: Outage) {
  for (const hand of hands) expect(await hand.save(url)).toMatchObject({ status: 200 })
  await begin()
  const began = performance.now()
  const answers: Answer[] = []
  try {
    do {
      const refused = hands.map((hand) => hand.next())
      const asked = await Promise.all(
        hands.flatMap((hand, i) => [hand.save(url, refused[i]), hand.claim(url)]),
      )
      const saves = asked.filter((_, i) => i % 2 === 0)
      // A claim of who holds something gives that back, without a write.
      if (!pagesAreShown) answers.push(...asked)
      else answers.push(...saves)
      for (const answer of answers) expectRefused(answer)
      await expectToldApart(pagesAreShown)
    } while (performance.now() - began < lastsMs)
  } finally {
    await end()
  }
  const recovered = await waitForSave()
  await expectAllThere()
  reportOutage(name, answers, recovered)
  expect(recovered).toBeLessThanOrEqual(recoversWithinMs)
  expect((await askOnce(`${url}/readyz`)).status).toBe(200)
}

function expectRefused(answer: Answer): void {
  expect(answer).toMatchObject({ status: 503, type: 'application/problem+json' })
  expect(Number(answer.retryAfter)).toBeGreaterThan(0)
  expect(answer.ms).toBeLessThanOrEqual(answersWithinMs)
  expect(answer.body).not.toMatch(insides)
}

const insides = /node_modules|\.next\/|Prisma|ECONN|postgres|\bat \S+ \(/

/** Whoever watches the process, and whoever looks at a page, is told what they need. */
async function expectToldApart(pagesAreShown: boolean): Promise<void> {
  const [health, ready, page] = await Promise.all([
    askOnce(`${url}/healthz`),
    askOnce(`${url}/readyz`),
    askOnce(`${url}/projects/${made.project.slug}/mine`, { headers: { cookie } }),
  ])
  expect(health).toMatchObject({ status: 200 })
  expect(ready).toMatchObject({ status: 503 })
  expect(page.status).toBe(pagesAreShown ? 200 : 500)
  expect(page.ms).toBeLessThanOrEqual(2 * answersWithinMs)
  expect(page.body).not.toMatch(/node_modules|ECONN|\bat \S+ \(|Prisma/)
}

/** In milliseconds. */
async function waitForSave(): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < 60_000) {
    const answers = await Promise.all(hands.map((hand) => hand.save(url)))
    if (answers.every(({ status }) => status === 200)) break
    await sleep(50)
  }
  return Math.round(performance.now() - began)
}

async function expectAllThere(): Promise<void> {
  await usePgClient(system.databaseUrl, async (client) => {
    const { rows } = await client.query<{ user: string; sequence: number }>(
      `select user_id as user, sequence from labelling where project_id = $1`,
      [made.project.id],
    )
    for (const { user, acknowledged } of hands) {
      const stored = rows.find((row) => row.user === user)?.sequence ?? 0
      expect(stored).toBeGreaterThanOrEqual(
        Math.max(...acknowledged.map(({ sequence }) => sequence)),
      )
    }
  })
}

function reportOutage(name: string, answers: readonly Answer[], recovered: number): void {
  const refused = answers.filter(({ status }) => status === 503)
  reportFigures(`Outage of PostgreSQL: ${name}`, {
    asked: answers.length,
    'answered 503': refused.length,
    'slowest answer, ms': Math.max(...answers.map(({ ms }) => ms)),
    'back after, ms': recovered,
  })
}
