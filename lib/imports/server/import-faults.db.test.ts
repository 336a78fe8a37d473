import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { startScriptProcess } from '@/lib/platform/testing/start-script'
import { runWithNthStatementRejected } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  makeProblemLine,
  makeProject,
  type TestProject,
  uploadImportLines,
} from '@/prisma/seed/factories'
import { cancelImport } from './commands'
import { getImport } from './queries'
import {
  countStoredFiles,
  countProjectRows,
  runJobOfStartedImport,
  type StartedImport,
  startImportOfLines,
  startUploadedImport,
} from './testing/started-import'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const noRows = {
  problems: 0,
  solutions: 0,
  annotations: 0,
  options: 0,
  explanations: 0,
  queued: 0,
}

const labelledLine = {
  labeler: 'ada',
  timestamp: '2022-07-30T23:23:32.118856',
  generation: 3,
  is_quality_control_question: false,
  is_initial_screening_question: false,
  question: {
    problem: 'How many?',
    ground_truth_solution: null,
    ground_truth_answer: '2',
    pre_generated_steps: ['One.', 'Two.'],
    pre_generated_answer: '3',
    pre_generated_verifier_score: 0.5,
  },
  label: {
    steps: [
      {
        completions: ['One.', 'Or so.'].map((text) => ({ text, rating: 1, flagged: null })),
        human_completion: null,
        chosen_completion: 0,
      },
    ],
    total_time: 1000,
    finish_reason: 'give_up',
  },
}
const lineWithExplanation = makeProblemLine('a', [0.5, 0.4])
Object.assign(lineWithExplanation.samples[0]!, {
  alternatives: { 1: ['No.'] },
  explanations: { 1: ['It is.'] },
})
/** Something for every table, and an invalid line for the report. */
const mixedLines = [lineWithExplanation, labelledLine, { problem: 1 }]
const allRows = {
  problems: 2,
  solutions: 3,
  annotations: 1,
  options: 2,
  explanations: 1,
  queued: 2,
}

/** Reads data and state at one instant. */
function readOutcome({ id }: StartedImport) {
  return getDatabase().$transaction(
    async (db) => {
      const stored = await countProjectRows(project.id, db)
      const where = { projectId: project.id, id }
      const { state } = await db.importBatch.findFirstOrThrow({ where, select: { state: true } })
      return { stored, state }
    },
    { isolationLevel: 'RepeatableRead' },
  )
}

async function runAgain(started: StartedImport): Promise<void> {
  // PostgreSQL can take a moment to notice that a process is gone.
  await expect.poll(() => runJobOfStartedImport(started)).toBeUndefined()
}

describe('an import with a failing SQL statement', () => {
  test('is complete or absent, and the next run completes it', { timeout: 120_000 }, async () => {
    let failures = 0
    const start = () => startImportOfLines(project, mixedLines, { onInvalidLines: 'skip' })
    let started = await start()
    for (let n = 1; ; n++) {
      let thrown: unknown = null
      let isLater = false
      const wasReached = await runWithNthStatementRejected(n, async () => {
        const outcome = await runJobOfStartedImport(started).catch((error: unknown) => {
          thrown = error
        })
        isLater = outcome === 'later'
      })
      // PostgreSQL can take a moment to notice that the connection of the last failure is gone.
      if (isLater) {
        n -= 1
        await sleep(20)
        continue
      }
      const { stored, state } = await readOutcome(started)
      if (thrown !== null) failures += 1
      expect({ n, stored }).toEqual({ n, stored: state === 'done' ? allRows : noRows })
      if (state !== 'done') {
        expect(state).toBe('running')
        // `npm test` completes every fourth. A failure changes nothing, so the next one can happen to the same import.
        if (!isFullTestRun && n % 4 > 0) continue
        await runAgain(started)
      }
      expect(await readOutcome(started)).toEqual({ stored: allRows, state: 'done' })
      if (!wasReached) break
      project = await makeProject({}, project.admin)
      started = await start()
    }
    expect(failures).toBeGreaterThan(12)
  })

  test(
    'starts with its job or not at all, and is cancelled completely or not at all',
    { timeout: 60_000 },
    async () => {
      for (let n = 1, wasReached = true; wasReached; n++) {
        const { id } = await uploadImportLines(project, mixedLines)
        const importKeys = { project: project.slug, import: id }
        wasReached = await runWithNthStatementRejected(n, () =>
          startUploadedImport(project, id).catch(() => undefined),
        )
        const { state } = await getImport.execute(project.admin, importKeys)
        const [row] = await getDatabase().$queryRaw<{ jobs: number }[]>`
        select count(*)::int as jobs from pgboss.job where data->'payload'->>'importId' = ${id}`
        expect({ n, jobs: row?.jobs }).toEqual({ n, jobs: state === 'running' ? 1 : 0 })
      }
      const before = await countStoredFiles(project.id)
      for (let n = 1, wasReached = true; wasReached; n++) {
        const { id } = await uploadImportLines(project, mixedLines)
        const importKeys = { project: project.slug, import: id }
        wasReached = await runWithNthStatementRejected(n, () =>
          cancelImport.execute(project.admin, importKeys).catch(() => undefined),
        )
        const { state } = await getImport.execute(project.admin, importKeys)
        const files = state === 'cancelled' ? 0 : 1
        expect({ n, files: (await countStoredFiles(project.id)) - before }).toEqual({ n, files })
        if (state !== 'cancelled') await cancelImport.execute(project.admin, importKeys)
      }
    },
  )
})

describe('an import killed at any moment', () => {
  const [moments, problems] = isFullTestRun ? [20, 400] : [2, 150]
  const manyLines = Array.from({ length: problems }, (_, i) =>
    makeProblemLine(`p${i}`, [0.5, 0.4, 0.3]),
  )

  /** Runs the import in a separate process and kills it after the delay. */
  async function runAndKill({ payload }: StartedImport, afterMs: number): Promise<void> {
    const child = startScriptProcess('lib/imports/server/testing/run-import.ts', { payload })
    const exitPromise = once(child, 'exit')
    expect(String(await once(child.stdout, 'data'))).toBe('started\n')
    await sleep(afterMs)
    child.kill('SIGKILL')
    await exitPromise
  }

  test('is complete or absent, and the next run completes it', { timeout: 300_000 }, async () => {
    const timedImport = await startImportOfLines(project, manyLines)
    const startedAt = performance.now()
    await runJobOfStartedImport(timedImport)
    const maxKillMs = (performance.now() - startedAt) * 1.5
    const completeRows = await countProjectRows(project.id)
    expect(completeRows).toMatchObject({ problems, solutions: problems * 3, queued: problems * 3 })
    for (let moment = 0; moment < moments; moment++) {
      project = await makeProject({}, project.admin)
      const started = await startImportOfLines(project, manyLines)
      await runAndKill(started, maxKillMs * ((moment + Math.random()) / moments))
      const { stored, state } = await readOutcome(started)
      expect(stored).toEqual(state === 'done' ? completeRows : noRows)
      await runAgain(started)
      expect(await readOutcome(started)).toEqual({ stored: completeRows, state: 'done' })
    }
  })
})
