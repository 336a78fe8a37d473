import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { generateApiToken } from '@/lib/auth/server/tokens'
import type { TestProject } from '@/prisma/seed/factories'
import type { BenchServer } from './bench-server'
import {
  computePercentiles,
  measureDurationMs,
  printBenchmarkRows,
  type TimingPercentiles,
} from './measure'
import { QueueApiClient } from './queue-api-client'

const annotators = 32
const pauseMs = 2_000
/** A single annotator pauses less, to give enough measurements. */
const singlePauseMs = 200
const repetitions = 2
const claimsPerSecondTarget = 500
const memoryTargetMiB = 400

export interface ConcurrencyBenchSize {
  /** Rounds of claim, save and submit per annotator. */
  rounds: number
  /** Number of claims without a pause between them. */
  claims: number
}

/** Many annotators on one process, compared with one; then claims at full speed. */
export async function benchConcurrentAnnotators(
  server: BenchServer,
  project: TestProject,
  { rounds, claims }: ConcurrencyBenchSize,
): Promise<void> {
  const tokens = await insertAnnotators(server.client, project, annotators + 1)
  const apiClients = tokens.map((token) => new QueueApiClient(server.url, project.slug, token))
  const [singleClient, ...crowdClients] = apiClients
  const [singleTimes, crowdTimes]: [CallTimes, CallTimes] = [
    { claim: [], save: [] },
    { claim: [], save: [] },
  ]
  // In turns, so that other load on the machine affects both alike.
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    await annotateRounds(singleClient!, singleTimes, (rounds * 10) / repetitions, singlePauseMs)
    await Promise.all(
      crowdClients.map((apiClient) =>
        annotateRounds(apiClient, crowdTimes, rounds / repetitions, pauseMs),
      ),
    )
  }
  const { rate, cpuMs } = await measureClaimRate(server, project, claims)
  const rows = (['claim', 'save'] as const).map((kind) => {
    const [measured, floor] = [
      computePercentiles(crowdTimes[kind]),
      computePercentiles(singleTimes[kind]),
    ]
    return compareP95(`p95 of ${kind}, ${annotators} annotators against one`, measured, floor)
  })
  printBenchmarkRows('Many annotators, one process', [
    ...rows,
    {
      label: 'claims per second without pauses',
      measured: rate.toFixed(0),
      floor: String(claimsPerSecondTarget),
      ratio: claimsPerSecondTarget / rate,
      target: 1,
    },
    {
      label: 'CPU time of the server per claim, against one core at the target rate',
      measured: `${cpuMs.toFixed(2)} ms`,
      floor: `${(1000 / claimsPerSecondTarget).toFixed(2)} ms`,
      ratio: (cpuMs * claimsPerSecondTarget) / 1000,
      target: 1,
    },
    {
      label: 'peak memory of the server, MiB',
      measured: String(server.readPeakServerMemory()),
      floor: String(memoryTargetMiB),
      ratio: server.readPeakServerMemory() / memoryTargetMiB,
      target: 1,
    },
  ])
}

const compareP95 = (label: string, measured: TimingPercentiles, floor: TimingPercentiles) => ({
  label,
  measured: `${measured.p95.toFixed(2)} ms`,
  floor: `${floor.p95.toFixed(2)} ms`,
  ratio: measured.p95 / floor.p95,
  target: 5,
})

interface CallTimes {
  claim: number[]
  save: number[]
}

/** Claims, saves and submits, with a pause after each call. */
async function annotateRounds(
  apiClient: QueueApiClient,
  times: CallTimes,
  rounds: number,
  pause: number,
): Promise<void> {
  await sleep(Math.random() * pause)
  for (let round = 0; round < rounds; round += 1) {
    let lease = ''
    times.claim.push(await measureDurationMs(async () => (lease = await apiClient.claim())))
    await sleep(pause)
    const writer = randomUUID()
    times.save.push(await measureDurationMs(() => apiClient.save(lease, writer)))
    await sleep(pause)
    await apiClient.submit(lease, writer)
    await sleep(pause)
  }
}

/** Every claim is by a different annotator, so that none resumes a lease. */
async function measureClaimRate(
  server: BenchServer,
  project: TestProject,
  claims: number,
): Promise<{ rate: number; cpuMs: number }> {
  const tokens = await insertAnnotators(server.client, project, claims)
  const [startedAt, cpuBefore] = [performance.now(), server.readServerCpuMs()]
  const claimAll = async () => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop())
      await new QueueApiClient(server.url, project.slug, token).claim()
  }
  await Promise.all(Array.from({ length: annotators }, claimAll))
  const rate = (claims / (performance.now() - startedAt)) * 1000
  return { rate, cpuMs: (server.readServerCpuMs() - cpuBefore) / claims }
}

/** Inserts annotators of the project by SQL. Returns their tokens. */
async function insertAnnotators(
  client: pg.Client,
  { id }: TestProject,
  count: number,
): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => ({
    userId: randomUUID(),
    ...generateApiToken(),
  }))
  await client.query(
    `with person as (
      select user_id, secret_hash from unnest($2::uuid[], $3::bytea[]) as t(user_id, secret_hash)
    ), made as (
      insert into app_user (id, email, name, password_hash)
      select user_id, user_id || '@example.org', 'Bench', '' from person returning id
    ), joined as (
      insert into member (project_id, user_id, role) select $1, id, 'annotator' from made
    )
    insert into api_token (id, user_id, name, prefix, secret_hash, scope, last_used_at)
    select gen_random_uuid(), p.user_id, 'bench', 'smk_', p.secret_hash, 'write', now()
    from person p join made on made.id = p.user_id`,
    [
      id,
      tokens.map(({ userId }) => userId),
      tokens.map(({ secretHash }) => Buffer.from(secretHash)),
    ],
  )
  return tokens.map(({ secret }) => secret)
}
