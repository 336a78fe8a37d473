import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { testPassword } from '@/prisma/seed/factories'
import { canaryValues, type CanaryTestData, makeCanaryTestData } from './testing/canary-values'
import { crawlServer, type CrawledReply, type ParameterIds } from './testing/crawl-server'
import { SystemClient } from './testing/system-client'
import { startTestSystem, type TestSystem } from './testing/test-system'
import type { Visitor } from './testing/visitor'

const scorerKey = 'key-of-a-model-server'
const metricsToken = 'a-token-that-opens-the-metrics'
const mailPassword = 'a-password-of-the-mail-server'

let system: TestSystem
let client: SystemClient
let fixture: CanaryTestData
let idsByName: ParameterIds
const figures: Record<string, number> = {}

beforeAll(async () => {
  system = await startTestSystem({
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
  client = new SystemClient(system)
  process.env.NEXTAUTH_SECRET = system.secret // encrypts stored secrets
  process.env.NEXTAUTH_URL = client.urls[0]
  fixture = await client.withDatabase(makeCanaryTestData)
  idsByName = await listIds(fixture.project.slug)
})
afterAll(() => system?.stop())

/** All ids of a project, by their name in addresses. */
async function listIds(slug: string): Promise<ParameterIds> {
  const runIdQuery = async (sql: string) =>
    (
      await client.query<{ id: string }>(
        `${sql} where project_id = (select id from project where slug = $1)`,
        [slug],
      )
    ).map(({ id }) => id)
  const selectIds = (table: string, column = 'id') =>
    runIdQuery(`select distinct ${column}::text as id from ${table}`)
  const people = await selectIds('member', 'user_id')
  return {
    project: [slug],
    solution: await selectIds('solution'),
    annotation: await selectIds('annotation'),
    lease: [fixture.lease],
    user: people,
    person: people,
    import: await selectIds('import_batch'),
    release: await selectIds('release', 'number'),
    decision: await selectIds('decision', 'number'),
    scorer: await selectIds('scorer'),
    webhook: await selectIds('webhook'),
    pause: await selectIds('pause'),
    step: ['0', '1'],
    version: ['1'],
    pair: ['0'.repeat(64)],
    file: ['stepmark.jsonl.gz', 'manifest.json', 'README.md'],
  }
}

async function crawlAll(visitor: Visitor, asRsc = true): Promise<CrawledReply[]> {
  const replies: CrawledReply[] = []
  for await (const crawledReply of crawlServer(visitor, client.urls[0], idsByName, asRsc))
    replies.push(crawledReply)
  expect(replies.filter(({ reply }) => reply.status >= 500).map(({ path }) => path)).toEqual([])
  return replies
}

const listMatches = (replies: readonly CrawledReply[], texts: readonly string[]) =>
  replies.flatMap(({ path, kind, reply }) => {
    const text = `${reply.body}\n${JSON.stringify([...reply.headers])}`
    return texts
      .filter((canary) => text.includes(canary))
      .map((canary) => `${kind} ${path}: ${canary}`)
  })

test('before an annotator submits, no reply to them contains scores, reference answers, gold or work of other annotators', async () => {
  const observer = await client.signInWithoutForm(fixture.observer)
  const replies = await crawlAll(observer)
  expect(listMatches(replies, Object.values(canaryValues))).toEqual([])
  // Replies contain the id of the first annotator only where the request named it.
  expect(
    listMatches(replies, [fixture.firstAnnotator.userId]).filter(
      (each) => !each.includes(`/${fixture.firstAnnotator.userId}`),
    ),
  ).toEqual([])
  const workReply = replies.find(({ path }) => path.endsWith('/work'))!
  expect(workReply.reply).toMatchObject({ status: 200 })
  expect(workReply.reply.body).toContain('Step 1 of p/0')
  figures['replies to the annotator'] = replies.length
  const listRepliesOfKind = (kind: CrawledReply['kind']) =>
    replies.filter((each) => each.kind === kind && each.reply.status === 200)
  figures['pages opened'] = listRepliesOfKind('page').length
  figures['pages as RSC'] = listRepliesOfKind('rsc').filter(({ reply }) =>
    reply.headers.get('content-type')?.startsWith('text/x-component'),
  ).length
  figures['calls answered'] = listRepliesOfKind('call').length
  expect(figures['pages opened']).toBeGreaterThan(8)
  expect(figures['pages as RSC']).toBeGreaterThan(8)
  expect(figures['calls answered']).toBeGreaterThan(12)
})

let adminReplies: CrawledReply[]

test('a crawl as an admin finds every value that is hidden from annotators, so the crawl can detect a leak', async () => {
  // A document contains its RSC, so in `npm test` the admin requests documents only.
  adminReplies = await crawlAll(await client.signIn(fixture.project.admin), isFullTestRun)
  const missing = Object.entries(canaryValues).filter(
    ([, canary]) => listMatches(adminReplies, [canary]).length === 0,
  )
  expect(missing.map(([canaryName]) => canaryName)).toEqual([])
  figures['replies to an admin'] = adminReplies.length
  figures.canaries = Object.keys(canaryValues).length
})

/** Hexadecimal and both kinds of base64. */
const listSpellings = (hex: string) => {
  const bytes = Buffer.from(hex, 'hex')
  return [hex, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
}

async function listSecrets(): Promise<string[]> {
  const rows = await client.query<{ hex: string }>(`
    select encode(secret_hash, 'hex') as hex from session
    union select encode(secret_hash, 'hex') from api_token
    union select encode(secret_hash, 'hex') from invite
    union select encode(sealed_secret, 'hex') from totp
    union select encode(secret, 'hex') from webhook`)
  const hashes = await client.query<{ hash: string }>('select password_hash as hash from app_user')
  const url = new URL(system.databaseUrl)
  return [
    ...rows.flatMap(({ hex }) => listSpellings(hex)),
    ...hashes.flatMap(({ hash }) => [hash, hash.split('$').at(-1)!]),
    ...fixture.oneTimeSecrets,
    ...[system.secret, system.databaseUrl, url.password, testPassword],
    ...[scorerKey, metricsToken, mailPassword, '$argon2'],
  ].filter((secret) => secret !== '')
}

test('replies to an admin, files for browsers and logs contain no secret', async () => {
  const secrets = await listSecrets()
  expect(secrets.length).toBeGreaterThan(30)
  expect(listMatches(adminReplies, secrets)).toEqual([])
  const logs = system.readLogs().join('\n')
  // Every request is logged.
  expect(logs.split('\n').length).toBeGreaterThan(100)
  expect(secrets.filter((secret) => logs.includes(secret))).toEqual([])
  const folder = join(repositoryRoot, '.next', 'static')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const matches = files.flatMap((file) => {
    const text = readFileSync(join(file.parentPath, file.name), 'latin1')
    return secrets
      .filter((secret) => text.includes(secret))
      .map((secret) => `${file.name}: ${secret}`)
  })
  expect(matches).toEqual([])
  expect(files.length).toBeGreaterThan(20)
  figures['encoded secrets'] = secrets.length
  figures['files for browsers'] = files.length
  figures['log lines'] = logs.split('\n').length
  reportTestFigures('Canaries: all pages and all read operations', figures)
})
