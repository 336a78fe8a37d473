import type { ReplyOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { createScorer, startScoreRun } from '@/lib/scoring/server/commands'
import { runScoreJob } from '@/lib/scoring/server/score-jobs'
import { importLines, makeProject, type TestProject } from '@/prisma/seed/factories'

export type StartedRun = ReplyOf<(typeof startScoreRun)['contract']>

/** Problems `p0`, `p1`, ... of one solution of three steps each; the second step of every other one is wrong. */
export async function makeScorableProject(count: number): Promise<TestProject> {
  const project = await makeProject()
  const lines = Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    problem: `Problem ${i}: what is $${i} + 1$?`,
    answer: String(i + 1),
    samples: [
      {
        id: `p${i}/0`,
        steps: [`Take ${i}.`, i % 2 === 0 ? 'Add 1.' : 'Add 2, which is wrong.', 'Done.'],
        answer: String(i + 1 + (i % 2)),
      },
    ],
  }))
  await importLines(project, lines)
  return project
}

export async function createModelServerScorer(
  { slug, admin }: TestProject,
  settings: Record<string, unknown>,
  name = 'Server',
): Promise<string> {
  const input = { project: slug, name, settings: { connector: 'custom-http', ...settings } }
  const { scorer } = await createScorer.execute(admin, createScorer.contract.input.parse(input))
  return scorer
}

export function startTestScoreRun(
  { slug, admin }: TestProject,
  scorer: string,
  overrides: Record<string, unknown> = {},
): Promise<StartedRun> {
  const input = startScoreRun.contract.input.parse({ project: slug, scorer, ...overrides })
  return startScoreRun.execute(admin, input)
}

/** The payload of the run's job. */
export async function readScoreJobPayload(runId: string) {
  const { projectId, attempt } = await getDatabase().scoreRun.findFirstOrThrow({
    where: { id: runId },
    select: { projectId: true, attempt: true },
  })
  return { projectId, runId, attempt }
}

/** Runs the job of a run, as a worker does. */
export async function executeScoreRun(runId: string, signal = new AbortController().signal) {
  return runScoreJob(await readScoreJobPayload(runId), signal)
}
