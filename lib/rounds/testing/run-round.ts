import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplyOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { formatStoredSelectionReason } from '@/lib/queue/selection-reason'
import type { getRoundContract } from '@/lib/rounds/contract'
import { startRound, planRound } from '@/lib/rounds/server/commands'
import { runRoundJob } from '@/lib/rounds/server/jobs'
import { getRound } from '@/lib/rounds/server/queries'
import type { TestProject } from '@/prisma/seed/factories'

export type RoundDetails = ReplyOf<typeof getRoundContract>

const neverAborted = new AbortController().signal

export const readRoundOfProject = (project: TestProject, round: string): Promise<RoundDetails> =>
  getRound.execute(project.admin, { project: project.slug, round })

/** Without a random sample by default. */
export const requestRoundPlan = (
  project: TestProject,
  policy: Record<string, unknown> = {},
): Promise<RoundDetails> =>
  planRound.execute(
    project.admin,
    planRound.contract.input.parse({
      project: project.slug,
      policy: { exploration: 0, ...policy },
    }),
  )

export async function makeRoundJobPayload({ id }: TestProject, round: string) {
  const { attempt } = await getDatabase().round.findFirstOrThrow({
    where: { projectId: id, id: round },
    select: { attempt: true },
  })
  return { projectId: id, roundId: round, attempt }
}

/** Runs the round's job until it ends, as a worker does. */
export async function runRoundJobUntilDone(
  project: TestProject,
  round: string,
): Promise<RoundDetails> {
  const payload = await makeRoundJobPayload(project, round)
  while ((await runRoundJob(payload, neverAborted)) === 'later') await sleep(20)
  return readRoundOfProject(project, round)
}

export async function planRoundAndWait(
  project: TestProject,
  policy: Record<string, unknown> = {},
): Promise<RoundDetails> {
  const { round } = await requestRoundPlan(project, policy)
  return runRoundJobUntilDone(project, round)
}

export const requestRoundStart = (project: TestProject, round: string): Promise<RoundDetails> =>
  startRound.execute(project.admin, { project: project.slug, round })

export async function planAndStartRound(
  project: TestProject,
  policy: Record<string, unknown> = {},
): Promise<RoundDetails> {
  const { round } = await planRoundAndWait(project, policy)
  await requestRoundStart(project, round)
  return runRoundJobUntilDone(project, round)
}

export interface QueuedRow {
  name: string
  slice: string
  tier: number
  pass: number
  priority: number
  reason: string
  slots: number
  leased: number
  done: number
  round: number
  score: number | null
  probability: number | null
}

/** The queue in serving order, with formatted reasons. */
export async function readQueueRows({ id }: TestProject): Promise<QueuedRow[]> {
  const rows = await getDatabase().$queryRaw<QueuedRow[]>`
    select s.external_id as name, q.slice, q.tier::int, q.pass, q.priority, q.reason, q.slots::int as slots,
      q.leased::int as leased,
      q.done::int, q.round, q.score, q.selection_probability as probability
    from queue_item q join solution s on s.project_id = q.project_id and s.id = q.solution_id
    where q.project_id = ${id}::uuid order by q.tier, q.pass, q.priority desc, q.solution_id`
  return rows.map((row) => ({ ...row, reason: formatStoredSelectionReason(row.reason) }))
}

export async function findSolutionIdByExternalId(
  { id }: TestProject,
  name: string,
): Promise<string> {
  const solution = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: id, externalId: name },
    select: { id: true },
  })
  return solution.id
}

/** A Math-Shepherd line, whose labels an import can use or ignore. */
export const labelledImportLine = JSON.stringify({
  input: 'How many? Step 1: One. \u043a\u0438\nStep 2: Three. \u043a\u0438',
  label: 'How many? Step 1: One. +\nStep 2: Three. -',
  task: 'own',
})
