import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { testPassword } from '@/prisma/seed/factories'
import { canaries, type CanaryWorld, makeCanaryWorld } from './testing/canaries'
import { crawl, type Heard, type Places } from './testing/crawl'
import { Door } from './testing/door'
import { reportFigures } from '@/lib/platform/testing/figures'
import { startSystem, type System } from './testing/processes'
import type { Visitor } from './testing/visitor'

const scorerKey = 'key-of-a-model-server-that-no one-sees'
const metricsToken = 'a-token-that-opens-the-metrics'
const mailPassword = 'a-password-of-the-mail-server'

let system: System
let door: Door
let world: CanaryWorld
let places: Places
const figures: Record<string, number> = {}

beforeAll(async () => {
  system = await startSystem({
    processes: 1,
    env: {
      STEPMARK_LOG_LEVEL: 'trace',
      STEPMARK_WORKER: 'on',
      STEPMARK_SCORER_KEY_CANARY: scorerKey,
      STEPMARK_SCORER_KEY_CANARY_HOST: 'models.example',
      STEPMARK_METRICS_TOKEN: metricsToken,
      STEPMARK_SMTP_URL: `smtp://someone:${mailPassword}@127.0.0.1:1?tls=off`,
      STEPMARK_MAIL_FROM: 'Stepmark <stepmark@example.org>',
    },
  })
  door = new Door(system)
  process.env.NEXTAUTH_SECRET = system.secret // seals what is sealed
  process.env.NEXTAUTH_URL = door.urls[0]
  world = await door.make(makeCanaryWorld)
  places = await listPlaces(world.project.slug)
})
afterAll(() => system?.stop())

/** Every id that a project has, by where it stands in addresses. */
async function listPlaces(slug: string): Promise<Places> {
  const ids = async (sql: string) =>
    (
      await door.query<{ id: string }>(
        `${sql} where project_id = (select id from project where slug = $1)`,
        [slug],
      )
    ).map(({ id }) => id)
  const of = (table: string, column = 'id') =>
    ids(`select distinct ${column}::text as id from ${table}`)
  const people = await of('member', 'user_id')
  return {
    project: [slug],
    solution: await of('solution'),
    annotation: await of('annotation'),
    lease: [world.lease],
    user: people,
    person: people,
    import: await of('import_batch'),
    release: await of('release', 'number'),
    decision: await of('ruling', 'number'),
    scorer: await of('scorer'),
    webhook: await of('webhook'),
    pause: await of('pause'),
    step: ['0', '1'],
    version: ['1'],
    pair: ['0'.repeat(64)],
    file: ['stepmark.jsonl.gz', 'manifest.json', 'README.md'],
  }
}

async function hearAll(visitor: Visitor): Promise<Heard[]> {
  const heard: Heard[] = []
  for await (const each of crawl(visitor, door.urls[0], places)) heard.push(each)
  expect(heard.filter(({ seen }) => seen.status >= 500).map(({ path }) => path)).toEqual([])
  return heard
}

const listFound = (heard: readonly Heard[], words: readonly string[]) =>
  heard.flatMap(({ path, kind, seen }) => {
    const text = `${seen.body}\n${JSON.stringify([...seen.headers])}`
    return words.filter((word) => text.includes(word)).map((word) => `${kind} ${path}: ${word}`)
  })

test('before they submit, an annotator is told nothing of scores, answers, gold, and of what others said', async () => {
  const observer = await door.bring(world.observer)
  const heard = await hearAll(observer)
  expect(listFound(heard, Object.values(canaries))).toEqual([])
  // Also of whom it is.
  expect(
    listFound(heard, [world.other.userId]).filter(
      (each) => !each.includes(`/${world.other.userId}`),
    ),
  ).toEqual([])
  const work = heard.find(({ path }) => path.endsWith('/work'))!
  expect(work.seen).toMatchObject({ status: 200 })
  expect(work.seen.body).toContain('Step 1 of p/0')
  figures['replies to the annotator'] = heard.length
  const opened = (kind: Heard['kind']) =>
    heard.filter((each) => each.kind === kind && each.seen.status === 200)
  figures['pages opened'] = opened('page').length
  figures['pages drawn for a page'] = opened('drawn').filter(({ seen }) =>
    seen.headers.get('content-type')?.startsWith('text/x-component'),
  ).length
  figures['calls answered'] = opened('call').length
  expect(figures['pages opened']).toBeGreaterThan(8)
  expect(figures['pages drawn for a page']).toBeGreaterThan(8)
  expect(figures['calls answered']).toBeGreaterThan(12)
})

let toAdmin: Heard[]

test('to an admin the same crawl brings each of these canaries: it would find them', async () => {
  toAdmin = await hearAll(await door.enter(world.project.admin))
  const missing = Object.entries(canaries).filter(
    ([, word]) => listFound(toAdmin, [word]).length === 0,
  )
  expect(missing.map(([what]) => what)).toEqual([])
  figures['replies to an admin'] = toAdmin.length
  figures.canaries = Object.keys(canaries).length
})

/** As bytes are written where someone writes them. */
const spell = (hex: string) => {
  const bytes = Buffer.from(hex, 'hex')
  return [hex, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
}

async function listSecrets(): Promise<string[]> {
  const rows = await door.query<{ hex: string }>(`
    select encode(secret_hash, 'hex') as hex from session
    union select encode(secret_hash, 'hex') from api_token
    union select encode(secret_hash, 'hex') from invite
    union select encode(sealed_secret, 'hex') from totp
    union select encode(secret, 'hex') from webhook`)
  const hashes = await door.query<{ hash: string }>('select password_hash as hash from app_user')
  const url = new URL(system.databaseUrl)
  return [
    ...rows.flatMap(({ hex }) => spell(hex)),
    ...hashes.flatMap(({ hash }) => [hash, hash.split('$').at(-1)!]),
    ...world.shownOnce,
    ...[system.secret, system.databaseUrl, url.password, testPassword],
    ...[scorerKey, metricsToken, mailPassword, '$argon2'],
  ].filter((secret) => secret !== '')
}

test('no secret is in a reply to an admin, in what browsers load, or in what the processes say', async () => {
  const secrets = await listSecrets()
  expect(secrets.length).toBeGreaterThan(30)
  expect(listFound(toAdmin, secrets)).toEqual([])
  const logs = system.readLogs().join('\n')
  // Each request has a line.
  expect(logs.split('\n').length).toBeGreaterThan(100)
  expect(secrets.filter((secret) => logs.includes(secret))).toEqual([])
  const folder = join(repositoryRoot, '.next', 'static')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const found = files.flatMap((file) => {
    const text = readFileSync(join(file.parentPath, file.name), 'latin1')
    return secrets.filter((word) => text.includes(word)).map((word) => `${file.name}: ${word}`)
  })
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(20)
  figures['spellings of secrets'] = secrets.length
  figures['files that browsers load'] = files.length
  figures['lines of logs'] = logs.split('\n').length
  reportFigures('Canaries: all pages and all calls that read', figures)
})
