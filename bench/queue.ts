import type pg from 'pg'
import type { Person } from '@/lib/auth/actor'
import { createToken } from '@/lib/auth/server/commands'
import { makeMember, type TestProject } from '@/prisma/seed/factories'
import type { BenchServer } from './bench-server'
import { benchConcurrentAnnotators } from './concurrent-annotators'
import {
  formatMs,
  computePercentiles,
  measureDurationMs,
  printBenchmarkRows,
  type TimingPercentiles,
} from './measure'
import { QueueApiClient } from './queue-api-client'
import { makeBaselineCalls, recordQueueStatements } from './queue-baseline'

const measuredRuns = 300
const warmUp = 30
const waitingItems = 'waiting items'
const maxHistory = 50_000

/**
 * Claims and submits over HTTP, compared with the same statements on one connection, for growing
 * queues.
 */
export async function benchQueue(server: BenchServer, sizes: readonly number[]): Promise<void> {
  const projects: { size: number; project: TestProject; apiClient: QueueApiClient }[] = []
  await warmServer(server)
  for (const size of sizes) {
    const project = await server.createProject(`Queue of ${size}`)
    await fillQueue(server.client, project.id, size)
    const token = await server.createToken(project)
    const apiClient = new QueueApiClient(server.url, project.slug, token)
    const recorded = await recordQueueStatements(project, token)
    const baseline = makeBaselineCalls(server.client, project, project.admin, recorded)
    const [claim, claimFloor, submit, submitFloor] = await timeInTurns([
      () => timeClaim(apiClient),
      baseline.claim,
      () => timeSubmission(apiClient),
      baseline.submit,
    ])
    printBenchmarkRows(`${size.toLocaleString('en')} ${waitingItems}`, [
      makeRow('claim over HTTP, p50', claim!.p50, claimFloor!.p50, 6),
      makeRow('submit over HTTP, p50', submit!.p50, submitFloor!.p50, 6),
    ])
    projects.push({ size, project, apiClient })
  }
  const [smallest, largest] = [projects[0]!, projects.at(-1)!]
  const growth = await timeInTurns([
    () => timeClaim(smallest.apiClient),
    () => timeClaim(largest.apiClient),
  ])
  const label = `claim p95 at ${largest.size} over ${smallest.size} ${waitingItems}`
  printBenchmarkRows('Growth', [makeRow(label, growth[1]!.p95, growth[0]!.p95, 1.2)])
  await benchHistory(server, largest.project, Math.min(maxHistory, largest.size / 2))
  const isFull = largest.size >= maxHistory
  await benchConcurrentAnnotators(server, largest.project, {
    rounds: isFull ? 10 : 2,
    claims: isFull ? 5_000 : 1_000,
  })
}

const makeRow = (label: string, measured: number, baseline: number, target: number) => ({
  label,
  measured: formatMs(measured),
  floor: formatMs(baseline),
  ratio: measured / baseline,
  target,
})

/** Solutions of ten steps with two slots each, inserted by SQL. */
async function fillQueue(client: pg.Client, projectId: string, size: number): Promise<void> {
  await client.query(
    `insert into problem (project_id, id, identity, statement, metadata)
     select $1, gen_random_uuid(), sha256(i::text::bytea), 'Problem ' || i, '{}' from generate_series(1, $2::int) i`,
    [projectId, size],
  )
  await client.query(
    `insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, verdict,
       verdict_reason, grader_version, score, metadata, import_id)
     select p.project_id, gen_random_uuid(), p.id, p.identity, p.identity, p.identity, 'solution',
       array(select 'Step ' || s || ' of ' || p.statement from generate_series(1, 10) s), 'wrong', '', '', random(), '{}',
       gen_random_uuid()
     from problem p where p.project_id = $1`,
    [projectId],
  )
  await client.query(
    `insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots)
     select project_id, id, problem_id, 'convincing-wrong', 1, 1, score, '', 2 from solution where project_id = $1`,
    [projectId],
  )
  await client.query('vacuum analyze')
}

/** The server compiles its code as it runs, so warm up first. */
async function warmServer(server: BenchServer): Promise<void> {
  const project = await server.createProject('Warm-up queue')
  await fillQueue(server.client, project.id, 1_000)
  const apiClient = new QueueApiClient(server.url, project.slug, await server.createToken(project))
  for (let i = 0; i < 500; i += 1) await timeClaim(apiClient)
  for (let i = 0; i < 300; i += 1) await timeSubmission(apiClient)
}

/** One claim. Its lease is released outside of the measured time. */
async function timeClaim(apiClient: QueueApiClient): Promise<number> {
  let lease = ''
  const ms = await measureDurationMs(async () => (lease = await apiClient.claim()))
  await apiClient.release(lease)
  return ms
}

async function timeSubmission(apiClient: QueueApiClient): Promise<number> {
  const lease = await apiClient.claim()
  return measureDurationMs(() => apiClient.submit(lease))
}

/** Several actions in turns, so that other load on the machine affects all alike. */
async function timeInTurns(
  actions: readonly (() => Promise<number>)[],
): Promise<TimingPercentiles[]> {
  const times = actions.map((): number[] => [])
  for (let i = -warmUp; i < measuredRuns; i += 1)
    for (const [index, action] of actions.entries()) {
      const ms = await action()
      if (i >= 0) times[index]!.push(ms)
    }
  return times.map(computePercentiles)
}

/**
 * An annotator who has labelled the first part of the queue, which is still open to others,
 * compared with one who has labelled nothing.
 */
async function benchHistory(server: BenchServer, project: TestProject, labelledCount: number) {
  const [experienced, newcomer] = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ]
  await annotateFirst(server.client, project.id, experienced, labelledCount)
  const makeApiClient = async (person: Person) => {
    const token = await createToken.execute(person, { name: 'bench', scope: 'write', days: 1 })
    return new QueueApiClient(server.url, project.slug, token.secret)
  }
  const apiClients = [await makeApiClient(experienced), await makeApiClient(newcomer)]
  const [experiencedTimes, newcomerTimes] = await timeInTurns(
    apiClients.map((apiClient) => () => timeClaim(apiClient)),
  )
  printBenchmarkRows(`${labelledCount.toLocaleString('en')} solutions labelled by one annotator`, [
    makeRow(
      'their claim against a newcomer’s, p50',
      experiencedTimes!.p50,
      newcomerTimes!.p50,
      1.5,
    ),
    makeRow(
      'their claim against a newcomer’s, p95',
      experiencedTimes!.p95,
      newcomerTimes!.p95,
      1.5,
    ),
  ])
}

async function annotateFirst(
  client: pg.Client,
  projectId: string,
  { userId }: Person,
  count: number,
): Promise<void> {
  await client.query(
    `with first as (
      select solution_id from queue_item where project_id = $1 and leased + done = 0
      order by tier, pass, -priority, solution_id limit $3
    ), counted as (
      update queue_item q set done = 1 from first where q.project_id = $1 and q.solution_id = first.solution_id
    )
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, submitted_at)
    select $1, gen_random_uuid(), solution_id, $2::uuid, $2::uuid::text, 'submitted', 'solution', 10,
      array_fill(1::smallint, array[10]), array_fill(null::boolean, array[10]), array_fill(0::smallint, array[10]),
      array_fill(1::smallint, array[10]), 'solution', now() from first`,
    [projectId, userId, count],
  )
  await client.query('vacuum analyze queue_item, annotation')
}
