import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplyOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import type { getRoundContract } from '@/lib/rounds/contract'
import { openRound, planRound } from '@/lib/rounds/server/commands'
import { runRoundJob } from '@/lib/rounds/server/jobs'
import { getRound } from '@/lib/rounds/server/queries'
import type { MadeProject } from '@/prisma/seed/factories'

export type Round = ReplyOf<typeof getRoundContract>

const never = new AbortController().signal

export const readRoundOf = (project: MadeProject, round: string): Promise<Round> =>
  getRound.execute(project.admin, { project: project.slug, round })

/** Nothing is explored unless said. */
export const beginPlan = (
  project: MadeProject,
  policy: Record<string, unknown> = {},
): Promise<Round> =>
  planRound.execute(
    project.admin,
    planRound.contract.input.parse({
      project: project.slug,
      policy: { exploration: 0, ...policy },
    }),
  )

export async function makeRoundPayload({ id }: MadeProject, round: string) {
  const { attempt } = await getDatabase().round.findFirstOrThrow({
    where: { projectId: id, id: round },
    select: { attempt: true },
  })
  return { projectId: id, roundId: round, attempt }
}

/** What a worker does. */
export async function runRound(project: MadeProject, round: string): Promise<Round> {
  const payload = await makeRoundPayload(project, round)
  while ((await runRoundJob(payload, never)) === 'later') await sleep(20)
  return readRoundOf(project, round)
}

export async function planIt(
  project: MadeProject,
  policy: Record<string, unknown> = {},
): Promise<Round> {
  const { round } = await beginPlan(project, policy)
  return runRound(project, round)
}

export const beginOpeningOf = (project: MadeProject, round: string): Promise<Round> =>
  openRound.execute(project.admin, { project: project.slug, round })

export async function openIt(
  project: MadeProject,
  policy: Record<string, unknown> = {},
): Promise<Round> {
  const { round } = await planIt(project, policy)
  await beginOpeningOf(project, round)
  return runRound(project, round)
}

export interface QueuedRow {
  name: string
  slice: string
  tier: number
  pass: number
  priority: number
  reason: string
  wanted: number
  held: number
  done: number
  round: number
  score: number | null
  probability: number | null
}

/** All of the queue, in the order in which it is served. */
export function readQueue({ id }: MadeProject): Promise<QueuedRow[]> {
  return getDatabase().$queryRaw<QueuedRow[]>`
    select s.external_id as name, q.slice, q.tier::int, q.pass, q.priority, q.reason, q.wanted::int, q.held::int,
      q.done::int, q.round, q.score, q.selection_probability as probability
    from queue_item q join solution s on s.project_id = q.project_id and s.id = q.solution_id
    where q.project_id = ${id}::uuid order by q.tier, q.pass, q.priority desc, q.solution_id`
}

export async function findSolution({ id }: MadeProject, name: string): Promise<string> {
  const solution = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: id, externalId: name },
    select: { id: true },
  })
  return solution.id
}

/** A line of Math-Shepherd, whose labels an import may take, or leave out. */
export const labelledLine = JSON.stringify({
  input: 'How many? Step 1: One. \u043a\u0438\nStep 2: Three. \u043a\u0438',
  label: 'How many? Step 1: One. +\nStep 2: Three. -',
  task: 'own',
})
