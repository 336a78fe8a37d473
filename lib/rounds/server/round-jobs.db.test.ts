import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { runWithoutDatabase } from '@/lib/platform/testing/run-without-database'
import { startScriptProcess } from '@/lib/platform/testing/start-script'
import { runWithNthStatementRejected } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  claimNextItem,
  claimSolutionOrThrow,
  completeLease,
  makeAnnotators,
} from '@/lib/queue/testing/queue-fixtures'
import {
  requestRoundStart,
  requestRoundPlan,
  makeRoundJobPayload,
  planAndStartRound,
  planRoundAndWait,
  type QueuedRow,
  readQueueRows,
  readRoundOfProject,
  runRoundJobUntilDone,
} from '@/lib/rounds/testing/run-round'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { cancelRound, closeRound, startRound } from './commands'
import { markRoundFailed, runRoundJob } from './jobs'

useTestDatabase()

let project: TestProject
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const neverAborted = new AbortController().signal
const identify = (round: string) => ({ project: project.slug, round })
const importMany = (problems: number) =>
  importLines(
    project,
    Array.from({ length: problems }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 1e4, 0.1])),
  )

/** At one instant: the rounds, the number of queue items by round, and the number of audit entries of starts. */
const readState = (db: Transaction = getDatabase()) =>
  db.$queryRaw<[{ rounds: unknown; items: unknown; entries: number }]>`
    select
      (select jsonb_agg(jsonb_build_array(number, state) order by created_at) from "round"
        where project_id = ${project.id}::uuid) as rounds,
      (select jsonb_object_agg(round, n) from (
        select round, count(*) as n from queue_item where project_id = ${project.id}::uuid group by round) i) as items,
      (select count(*)::int from audit_entry
        where project_id = ${project.id}::uuid and detail::jsonb->>'operation' = 'started') as entries`

const stateBeforeStart = {
  rounds: [
    [1, 'active'],
    [null, 'starting'],
  ],
  items: { 1: 3 },
  entries: 1,
}
const stateAfterStart = {
  rounds: [
    [1, 'closed'],
    [2, 'active'],
  ],
  items: { 1: 1, 2: 5 },
  entries: 2,
}

/** One round is active with one item in progress, and the next is about to start. */
async function makeStartingRound(): Promise<string> {
  await importMany(3)
  await planAndStartRound(project)
  await claimSolutionOrThrow(project, (await makeAnnotators(project, 1))[0]!)
  const { round } = await planRoundAndWait(project, { perProblem: null })
  await requestRoundStart(project, round)
  return round
}

describe('starting a round is atomic', () => {
  test(
    'if any SQL statement fails, and the next attempt completes it',
    { timeout: 120_000 },
    async () => {
      let failures = 0
      let round = await makeStartingRound()
      for (let n = 1; ; n++) {
        const payload = await makeRoundJobPayload(project, round)
        let thrown: unknown = null
        let isLater = false
        const wasReached = await runWithNthStatementRejected(n, async () => {
          const outcome = await runRoundJob(payload, neverAborted).catch((error: unknown) => {
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
        const [state] = await readState()
        if (thrown !== null) failures += 1
        expect([stateBeforeStart, stateAfterStart], `statement ${n}`).toContainEqual(state)
        // `npm test` completes a round only for every fourth statement, because making a new round takes long.
        if (!isFullTestRun && n % 4 > 0 && wasReached && state.entries === stateBeforeStart.entries)
          continue
        // PostgreSQL can take a moment to notice that a connection is gone.
        await expect.poll(() => runRoundJob(payload, neverAborted)).toBeUndefined()
        expect(await readState()).toEqual([stateAfterStart])
        if (!wasReached) break
        project = await makeProject({}, project.admin)
        round = await makeStartingRound()
      }
      expect(failures).toBeGreaterThan(12)
    },
  )

  test(
    'in the command: it enqueues the job, or changes nothing if a statement fails',
    { timeout: 60_000 },
    async () => {
      await importMany(1)
      const { round } = await planRoundAndWait(project)
      for (let n = 1, wasReached = true; wasReached; n++) {
        wasReached = await runWithNthStatementRejected(n, () =>
          requestRoundStart(project, round).catch(() => undefined),
        )
        const { state } = await readRoundOfProject(project, round)
        const [row] = await getDatabase().$queryRaw<[{ jobs: number }]>`
        select count(*)::int as jobs from pgboss.job
        where data->'payload'->>'roundId' = ${round} and data->'payload'->>'attempt' = '2'`
        expect({ n, jobs: row.jobs }).toEqual({ n, jobs: state === 'starting' ? 1 : 0 })
      }
    },
  )

  test(
    'if the process is killed at any point, and another process completes it',
    { timeout: 60_000 },
    async () => {
      const round = await makeStartingRound()
      const payload = await makeRoundJobPayload(project, round)
      for (const delay of isFullTestRun ? [0, 15, 30, 60] : [15]) {
        const child = startScriptProcess('lib/rounds/testing/run-round-job.ts', { payload })
        await once(child.stdout, 'data')
        await sleep(delay)
        child.kill('SIGKILL')
        await once(child, 'exit')
        const [state] = await readState()
        expect([stateBeforeStart, stateAfterStart]).toContainEqual(state)
      }
      await expect.poll(() => runRoundJob(payload, neverAborted)).toBeUndefined()
      expect(await readState()).toEqual([stateAfterStart])
    },
  )
})

describe('a round job', () => {
  test('changes nothing when cancelled', async () => {
    const round = await makeStartingRound()
    const payload = await makeRoundJobPayload(project, round)
    const { running } = await runWhileVerdictsLocked(async () => {
      const running = runRoundJob(payload, neverAborted)
      await expect.poll(countBlockedStatements).toBe(1)
      expect(await cancelRound.execute(project.admin, identify(round))).toMatchObject({
        state: 'cancelled',
      })
      return { running }
    })
    expect(await running).toBeUndefined()
    const [{ items, rounds }] = await readState()
    expect({ items, rounds }).toEqual({
      items: { 1: 3 },
      rounds: [
        [1, 'active'],
        [null, 'cancelled'],
      ],
    })
  })

  test('does nothing if it belongs to an earlier attempt, and marks the round as failed after the last attempt', async () => {
    await importMany(1)
    const { round } = await requestRoundPlan(project)
    const latePayload = await makeRoundJobPayload(project, round)
    await runRoundJobUntilDone(project, round)
    await requestRoundStart(project, round)
    expect(await runRoundJob(latePayload, neverAborted)).toBeUndefined()
    expect(await readRoundOfProject(project, round)).toMatchObject({ state: 'starting' })
    await markRoundFailed(await makeRoundJobPayload(project, round))
    expect(await readRoundOfProject(project, round)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Nothing was changed') as string,
    })
    expect((await planAndStartRound(project)).number).toBe(1)
  })

  test('is retried if its process shuts down', async () => {
    const round = await makeStartingRound()
    const shutdown = new AbortController()
    shutdown.abort(new Error('the process ends'))
    expect(await runRoundJob(await makeRoundJobPayload(project, round), shutdown.signal)).toBe(
      'later',
    )
    expect((await readState())[0]).toEqual(stateBeforeStart)
  })

  test('is postponed if no database connection is available', async () => {
    const payload = await makeRoundJobPayload(project, await makeStartingRound())
    expect(await runWithoutDatabase(() => runRoundJob(payload, neverAborted))).toBe('later')
    expect((await readState())[0]).toEqual(stateBeforeStart)
    expect(await runRoundJob(payload, neverAborted)).toBeUndefined()
    expect((await readState())[0]).not.toEqual(stateBeforeStart)
  })
})

describe('concurrent operations', () => {
  test('starts of one plan succeed only once', async () => {
    await importMany(3)
    const { round } = await planRoundAndWait(project)
    const startResults = await Promise.allSettled(
      [1, 2, 3].map(() => startRound.execute(project.admin, identify(round))),
    )
    expect(startResults.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const payload = await makeRoundJobPayload(project, round)
    const { running } = await runWhileVerdictsLocked(async () => {
      const running = runRoundJob(payload, neverAborted)
      await expect.poll(countBlockedStatements).toBe(1)
      expect(await runRoundJob(payload, neverAborted)).toBe('later')
      return { running }
    })
    expect(await running).toBeUndefined()
    expect(await runRoundJob(payload, neverAborted)).toBeUndefined()
    expect(await readState()).toMatchObject([{ items: { 1: 3 }, entries: 1 }])
  })

  test('a planned round can be started only after another has finished starting', async () => {
    const round = await makeStartingRound()
    const otherRound = await planRoundAndWait(project)
    await expect(
      startRound.execute(project.admin, identify(otherRound.round)),
    ).rejects.toMatchObject({
      code: 'conflict',
      message:
        'Another round of this project is starting. Nothing was changed. Wait for it, or cancel it.',
    })
    expect((await runRoundJobUntilDone(project, round)).state).toBe('active')
    await startRound.execute(project.admin, identify(otherRound.round))
    expect(await runRoundJobUntilDone(project, otherRound.round)).toMatchObject({
      state: 'active',
      number: 3,
    })
  })

  test('a starting round waits for an import to commit, and sees its changes', async () => {
    await importMany(2)
    const { round } = await planRoundAndWait(project)
    await requestRoundStart(project, round)
    const running = await runWhileVerdictsLocked(async () => {
      const starting = runRoundJobUntilDone(project, round)
      await expect.poll(countBlockedStatements).toBe(1)
      await getDatabase().$executeRaw`
        update solution set score = 5 where project_id = ${project.id}::uuid and external_id = 'p1/1'`
      return { starting }
    })
    const startedRound = await running.starting
    expect(startedRound.outcome!.firstItems[0]).toMatchObject({ externalId: 'p1/1', score: 5 })
  })

  /** While a round fills the queue, a claim must be retried. */
  function waitForRound(error: unknown): null {
    if (!String(error).includes('Code: `55P03`')) throw error
    return null
  }

  test(
    'claims, submissions, imports and rounds serve each solution once per person and lose no work',
    { timeout: 60_000 },
    async () => {
      const shared = await makeProject({ overlap: 2 }, project.admin)
      project = shared
      const [problems, addedCount] = isFullTestRun ? [100, 4] : [12, 2]
      await importMany(problems)
      const people = await makeAnnotators(shared, 4)
      const servedMap = new Map<string, Set<string>>()
      const stopController = new AbortController()
      const work = async (person: (typeof people)[number]) => {
        while (!stopController.signal.aborted) {
          await sleep(10)
          const reply = await claimNextItem(shared, person).catch(waitForRound)
          if (reply?.kind !== 'solution') continue
          const servedSolutions = servedMap.get(reply.solution) ?? new Set()
          expect(servedSolutions).not.toContain(person.userId)
          servedMap.set(reply.solution, servedSolutions.add(person.userId))
          await completeLease(shared, person, reply)
        }
      }
      /** Starts a round of what is not labelled yet, if anything. */
      const startRoundOfRemaining = (seed: number) =>
        planAndStartRound(shared, { perProblem: null, seed }).catch((error: unknown) => {
          if (!String(error).includes('This plan selects no solutions')) throw error
        })
      const run = async () => {
        for (let i = 0; i < addedCount; i++) {
          const line = makeProblemLine(`n${i}`, [0.99, 0.98])
          await Promise.all([startRoundOfRemaining(i), importLines(shared, [line])])
        }
        await startRoundOfRemaining(addedCount)
        const isUnfinished = ({ leased, done, slots }: QueuedRow) => done < slots || leased > 0
        const countUnfinished = async () =>
          (await readQueueRows(shared)).filter(isUnfinished).length
        await expect.poll(countUnfinished, { timeout: 30_000 }).toBe(0)
      }
      await Promise.all([run().finally(() => stopController.abort()), ...people.map(work)])
      const queue = await readQueueRows(project)
      for (const { leased, done, slots } of queue) expect(leased + done).toBeLessThanOrEqual(slots)
      const solutions = 2 * (problems + addedCount)
      expect(queue).toHaveLength(solutions)
      const labelledCount = await getDatabase().annotation.count({
        where: { projectId: project.id },
      })
      expect(labelledCount).toBe(queue.reduce((sum, { done }) => sum + done, 0))
      expect(labelledCount).toBe(2 * solutions)
    },
  )

  test('closing a round waits while another starts, and is then rejected because the round was replaced', async () => {
    await importMany(2)
    const { round } = await planAndStartRound(project)
    const second = await planRoundAndWait(project)
    await requestRoundStart(project, second.round)
    const { starting, closing } = await runWhileVerdictsLocked(async () => {
      const starting = runRoundJobUntilDone(project, second.round)
      await expect.poll(countBlockedStatements).toBe(1)
      // The start is next in line for the verdict lock. Closing without that lock would close the
      // round during the start.
      const closing = closeRound.execute(project.admin, identify(round))
      const closedPromise = Promise.allSettled([closing])
      await expect.poll(countBlockedStatements).toBe(2)
      return { starting, closing: closedPromise }
    })
    expect(await starting).toMatchObject({ state: 'active', number: 2 })
    expect(await closing).toMatchObject([
      { status: 'rejected', reason: { code: 'conflict', details: { state: 'closed' } } },
    ])
    expect(await readQueueRows(project)).toHaveLength(2)
  })
})

/** Runs `meanwhile` while an import is about to end. */
const runWhileVerdictsLocked = <T>(meanwhile: () => Promise<T>) =>
  runWhileLocked((db) => lockVerdicts(db, project.id, 'shared'), meanwhile)
