import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { startScriptProcess } from '@/lib/platform/testing/start-script'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getProject } from '@/lib/projects/server/queries'
import { labelSolution } from '@/lib/scoring/server/testing/label-fixtures'
import type { TestProject } from '@/prisma/seed/factories'
import { readScoredSample } from '../scored-sample'
import {
  cancelScoreRun,
  createScorer,
  resumeScoreRun,
  retireScorer,
  startScoreRun,
} from './commands'
import { exportScores, getScoreRun, listScoreRuns, listScorers, tryScorer } from './queries'
import { failScoreRunAfterRetries, runScoreJob } from './score-jobs'
import { deleteScoreFailuresAndRecount } from './score-run-rows.sql'
import { computeSolutionScoreColumns } from './solution-score-columns'
import { storeScores } from './store-scores'
import {
  createModelServerScorer,
  executeScoreRun,
  makeScorableProject,
  readScoreJobPayload,
  type StartedRun,
  startTestScoreRun,
} from './testing/run-fixtures'
import {
  closedConnectionReply,
  type ModelServerRequest,
  ErrorResponse,
  scoreWrongStepsLow,
  useTestModelServer,
} from './testing/test-model-server'

useTestDatabase()
const model = useTestModelServer()

beforeEach(() => {
  model.requests = []
  model.respond = scoreWrongStepsLow
})
afterEach(() => {
  delete process.env.STEPMARK_SCORER_KEY_OURS
  delete process.env.STEPMARK_SCORER_KEY_OURS_HOST
})

const find = ({ slug, admin }: TestProject, { run }: Pick<StartedRun, 'run'>) =>
  getScoreRun.execute(admin, { project: slug, run })

const countRows = (runId: string) => getDatabase().solutionScore.count({ where: { runId } })

const readFirstStep = ({ body }: ModelServerRequest) => (body as { steps: string[] }).steps[0]!

async function start(count: number, settings: Record<string, unknown> = {}) {
  const project = await makeScorableProject(count)
  const scorer = await createModelServerScorer(project, { url: model.url, ...settings })
  return { project, scorer, run: await startTestScoreRun(project, scorer) }
}

async function readScores(project: TestProject, run: string, scored: 'yes' | 'no' = 'yes') {
  const params = { project: project.slug, run, scored }
  const reply = await exportScores.execute(project.admin, params)
  const lines = await readReplyLines(reply)
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('a run over a model server', () => {
  test('scores and aggregates every solution, and counts the results', async () => {
    const { project, run } = await start(5)
    expect(run).toMatchObject({
      number: 1,
      state: 'running',
      model: 'custom by custom-http 1',
      version: null,
      doneRows: 0,
      allRows: null,
      scope: 'all',
      scorerName: 'Server',
    })
    expect(await executeScoreRun(run.run)).toBeUndefined()
    expect(await find(project, run)).toMatchObject({
      state: 'done',
      doneRows: 5,
      reusedRows: 0,
      failedRows: 0,
      allRows: 5,
      message: null,
      failures: [],
      finishedAt: expect.any(String) as string,
    })
    const rows = await getDatabase().solutionScore.findMany({
      where: { runId: run.run },
      orderBy: { product: 'asc' },
    })
    expect(rows.map(({ product }) => product)).toEqual([
      ...[expect.closeTo(0.162), expect.closeTo(0.162)],
      ...[expect.closeTo(0.729), expect.closeTo(0.729), expect.closeTo(0.729)],
    ])
    expect(rows[0]).toMatchObject({
      minimum: 0.2,
      last: 0.9,
      lowestStep: 1,
      disagreement: null,
      message: null,
      strictProduct: rows[0]!.product,
      strictMinimum: 0.2,
      strictLast: 0.9,
      geometricMean: expect.closeTo(0.162 ** (1 / 3)) as number,
    })
  })

  test('scores only unlabelled solutions if requested', async () => {
    const { project, scorer } = await start(3)
    const [first] = await getDatabase().solution.findMany({
      where: { projectId: project.id },
      orderBy: { id: 'asc' },
    })
    await labelSolution(project, first!.id, [1, 1, 1])
    const run = await startTestScoreRun(project, scorer, { scope: 'unlabelled' })
    await executeScoreRun(run.run)
    expect(await find(project, run)).toMatchObject({ state: 'done', doneRows: 2, allRows: 2 })
  })

  test('sends as many concurrent requests as the settings allow', async () => {
    const allInFlight = Promise.withResolvers<void>()
    let [inFlight, max] = [0, 0]
    model.respond = async (request) => {
      max = Math.max(max, ++inFlight)
      if (inFlight === 7) allInFlight.resolve()
      await allInFlight.promise
      await sleep(5)
      inFlight--
      return scoreWrongStepsLow(request)
    }
    const { run } = await start(40, { concurrency: 7 })
    await executeScoreRun(run.run)
    expect(max).toBe(7)
  })

  test('reuses replies of other runs of the project', async () => {
    const { project, scorer, run } = await start(4)
    await executeScoreRun(run.run)
    expect(model.requests).toHaveLength(4)
    const secondRun = await startTestScoreRun(project, scorer)
    await executeScoreRun(secondRun.run)
    expect(model.requests).toHaveLength(4)
    expect(await find(project, secondRun)).toMatchObject({
      doneRows: 4,
      reusedRows: 4,
      failedRows: 0,
    })
    const read = async (runId: string) =>
      getDatabase().solutionScore.findMany({
        where: { runId },
        orderBy: { solutionId: 'asc' },
        omit: { runId: true },
      })
    expect(await read(secondRun.run)).toEqual(await read(run.run))
  })

  test('does not reuse replies of another model, server or project', async () => {
    const { project, run } = await start(2)
    await executeScoreRun(run.run)
    const settings = [{ url: model.url, model: 'second' }, { url: `${model.url}/other` }]
    for (const [i, each] of settings.entries()) {
      const scorer = await createModelServerScorer(project, each, `Server ${i}`)
      await executeScoreRun((await startTestScoreRun(project, scorer)).run)
      expect(model.requests).toHaveLength(4 + 2 * i)
    }
    const otherRun = await start(2)
    await executeScoreRun(otherRun.run.run)
    expect(model.requests).toHaveLength(8)
  })

  test('stores a failed solution with its reason, and retries it on resume', async () => {
    model.respond = (request) =>
      readFirstStep(request).includes('3') ? { scores: [0.5] } : scoreWrongStepsLow(request)
    const { project, run } = await start(6)
    await executeScoreRun(run.run)
    const failed = await find(project, run)
    expect(failed).toMatchObject({ state: 'done', doneRows: 5, failedRows: 1, allRows: 6 })
    expect(await readScores(project, run.run, 'no')).toMatchObject([{ prm_score: null }])
    expect(failed.failures).toEqual([
      {
        message: 'The server returned 1 scores for 3 steps.',
        solutions: 1,
        example: expect.any(String) as string,
      },
    ])
    model.respond = scoreWrongStepsLow
    model.requests = []
    const secondRun = await resumeScoreRun.execute(project.admin, {
      project: project.slug,
      run: run.run,
    })
    expect(secondRun).toMatchObject({ state: 'running', finishedAt: null, message: null })
    await executeScoreRun(run.run)
    expect(model.requests.map(readFirstStep)).toEqual(['Take 3.'])
    expect(await find(project, run)).toMatchObject({
      state: 'done',
      doneRows: 6,
      failedRows: 0,
      allRows: 6,
      failures: [],
    })
  })

  test('fails if the server starts to reject requests, and keeps earlier scores', async () => {
    model.respond = (request) =>
      model.requests.length > 12 ? new ErrorResponse(401, 'who?') : scoreWrongStepsLow(request)
    const { project, run } = await start(30, { concurrency: 1 })
    await executeScoreRun(run.run)
    expect(await find(project, run)).toMatchObject({
      state: 'failed',
      doneRows: 12,
      failedRows: 0,
      allRows: 30,
      message:
        'The server answered 401: who? 12 solutions scored so far. Resume the run once this is fixed.',
    })
    expect(await countRows(run.run)).toBe(12)
    model.respond = scoreWrongStepsLow
    await resumeScoreRun.execute(project.admin, { project: project.slug, run: run.run })
    await executeScoreRun(run.run)
    expect(await find(project, run)).toMatchObject({ state: 'done', doneRows: 30, allRows: 30 })
    // Only the rejected request was sent again.
    expect(model.requests).toHaveLength(31)
  })

  test('fails with a message if the server is unreachable', async () => {
    process.env.STEPMARK_OUTBOUND_ALLOW += ',127.0.0.1:1'
    const project = await makeScorableProject(2)
    const scorer = await createModelServerScorer(project, { url: 'http://127.0.0.1:1' })
    const run = await startTestScoreRun(project, scorer)
    await executeScoreRun(run.run)
    expect(await find(project, run)).toMatchObject({
      state: 'failed',
      doneRows: 0,
      message: expect.stringMatching(
        /nothing listens on that port\. Nothing was scored\./,
      ) as string,
    })
  })

  test('fails after five consecutive solutions without a reply', async () => {
    model.respond = (request) =>
      model.requests.length > 3 ? closedConnectionReply : scoreWrongStepsLow(request)
    const { project, run } = await start(40, { concurrency: 20 })
    await executeScoreRun(run.run)
    const endedRun = await find(project, run)
    expect(endedRun).toMatchObject({ state: 'failed', doneRows: 3 })
    expect(endedRun.failedRows).toBe(4)
  })
})

describe('a failed database write during a score run', () => {
  /** Makes stores fail with this error code, by their number, counted from 1. */
  async function failStores(code: string, stores: readonly number[]): Promise<void> {
    const db = getDatabase()
    await db.$executeRaw`create sequence stores`
    await db.$executeRaw`create table failing_store (number int, code text)`
    await db.$executeRaw`insert into failing_store select unnest(${stores}::int[]), ${code}`
    await db.$executeRaw`
      create function fail_store() returns trigger language plpgsql as $$
      declare failing text := (select code from failing_store, nextval('stores') now where number = now);
      begin
        if failing is not null then raise exception using errcode = failing; end if;
        return new;
      end $$`
    await db.$executeRaw`
      create trigger fail_store before update on score_run for each row
        when (new.done_rows > old.done_rows and old.state = 'running') execute function fail_store()`
    onTestFinished(async () => {
      await db.$executeRaw`drop trigger fail_store on score_run`
      await db.$executeRaw`drop function fail_store`
      await db.$executeRaw`drop table failing_store`
      await db.$executeRaw`drop sequence stores`
    })
  }

  const thinkMs = 40
  const fewLost = 20
  const replyLater = async (request: ModelServerRequest) => {
    await sleep(thinkMs)
    return scoreWrongStepsLow(request)
  }

  test('ends the job without more requests, and keeps the replies stored before', async () => {
    model.respond = replyLater
    const { project, run } = await start(100, { concurrency: 1 })
    await failStores('23514', [2])
    await expect(executeScoreRun(run.run)).rejects.toThrow('23514')
    const { doneRows, state } = await find(project, run)
    expect({ state, stored: await countRows(run.run) }).toEqual({
      state: 'running',
      stored: doneRows,
    })
    expect(doneRows).toBeLessThan(60)
    // Replies since the last successful store: few, and some more on a busy machine.
    const lostCount = model.requests.length - doneRows
    expect(lostCount).toBeLessThan(fewLost)
    model.respond = scoreWrongStepsLow
    await executeScoreRun(run.run)
    expect(await find(project, run)).toMatchObject({ state: 'done', doneRows: 100 })
    expect(model.requests.length).toBeLessThanOrEqual(100 + lostCount)
  })

  test('is retried if the database is unavailable, before replies are discarded', async () => {
    model.respond = replyLater
    const { project, run } = await start(100, { concurrency: 1 })
    await failStores('53300', [1, 2])
    expect(await executeScoreRun(run.run)).toBe('later')
    const { doneRows } = await find(project, run)
    expect(doneRows).toBeGreaterThan(0)
    expect(model.requests.length - doneRows).toBeLessThan(fewLost)
  })
})

describe('cancelling a score run', () => {
  test('prevents a waiting run from starting', async () => {
    const { project, run } = await start(2)
    const payload = await readScoreJobPayload(run.run)
    await cancelScoreRun.execute(project.admin, { project: project.slug, run: run.run })
    await runScoreJob(payload, new AbortController().signal)
    expect(model.requests).toEqual([])
    expect(await find(project, run)).toMatchObject({ state: 'cancelled', doneRows: 0 })
  })

  test('stops a running run quickly, keeps its scores and allows it to be resumed', async () => {
    model.respond = async (request) => {
      await sleep(10)
      return scoreWrongStepsLow(request)
    }
    const { project, run } = await start(400, { concurrency: 2 })
    const params = { project: project.slug, run: run.run }
    const running = executeScoreRun(run.run)
    await vi.waitUntil(async () => (await find(project, run)).doneRows > 20, { timeout: 20_000 })
    expect(await cancelScoreRun.execute(project.admin, params)).toMatchObject({
      state: 'cancelled',
    })
    await running
    const endedRun = await find(project, run)
    expect(endedRun.doneRows).toBeLessThan(400)
    expect(await countRows(run.run)).toBe(endedRun.doneRows)
    const before = model.requests.length
    model.respond = scoreWrongStepsLow
    await resumeScoreRun.execute(project.admin, params)
    await executeScoreRun(run.run)
    expect(await find(project, run)).toMatchObject({ state: 'done', doneRows: 400, failedRows: 0 })
    // Replies that were not yet stored at the cancellation are requested again.
    expect(model.requests.length - before).toBe(400 - endedRun.doneRows)
  })

  test('is idempotent, and rejected for a finished run', async () => {
    const { project, run } = await start(1)
    const params = { project: project.slug, run: run.run }
    await cancelScoreRun.execute(project.admin, params)
    expect(await cancelScoreRun.execute(project.admin, params)).toMatchObject({
      state: 'cancelled',
    })
    await resumeScoreRun.execute(project.admin, params)
    await expect(resumeScoreRun.execute(project.admin, params)).rejects.toThrow('already running')
    await executeScoreRun(run.run)
    await expect(cancelScoreRun.execute(project.admin, params)).rejects.toThrow('is done')
  })
})

describe('several jobs and processes of a score run', () => {
  test('only one of two jobs for the same run scores; the other is postponed', async () => {
    model.respond = async (request) => {
      await sleep(20)
      return scoreWrongStepsLow(request)
    }
    const { project, run } = await start(20, { concurrency: 1 })
    const first = executeScoreRun(run.run)
    await vi.waitUntil(() => model.requests.length > 0, { timeout: 20_000 })
    expect(await executeScoreRun(run.run)).toBe('later')
    await first
    expect(model.requests).toHaveLength(20)
    expect(await find(project, run)).toMatchObject({ state: 'done', doneRows: 20 })
  })

  test('a shutdown stores the replies so far, and the next job scores the rest', async () => {
    const ending = new AbortController()
    model.respond = (request) => {
      if (model.requests.length > 10) ending.abort(new Error('the process ends'))
      return scoreWrongStepsLow(request)
    }
    const { project, run } = await start(60, { concurrency: 1 })
    expect(await executeScoreRun(run.run, ending.signal)).toBe('later')
    const { doneRows, state } = await find(project, run)
    expect({ doneRows, state }).toEqual({ doneRows: 10, state: 'running' })
    await executeScoreRun(run.run)
    expect(await find(project, run)).toMatchObject({ state: 'done', doneRows: 60 })
  })

  const [killCount, rows] = isFullTestRun ? [12, 1_200] : [1, 200]

  test('another process continues after one is killed, and keeps all stored scores', async () => {
    model.respond = async (request) => {
      await sleep(4)
      return scoreWrongStepsLow(request)
    }
    const { project, run } = await start(rows, { concurrency: 2 })
    const payload = await readScoreJobPayload(run.run)
    let before = 0
    for (let i = 0; i < killCount; i++) {
      const child = startScriptProcess('lib/scoring/server/testing/score-run-process.ts', {
        payload,
      })
      // At a random point of its share of the rows, so that rows are left after the last kill.
      const killAt = model.requests.length + 1 + Math.random() * (rows / (killCount + 1))
      await vi.waitUntil(() => model.requests.length >= killAt, { timeout: 30_000, interval: 5 })
      child.kill('SIGKILL')
      await once(child, 'exit')
      const { doneRows, state } = await find(project, run)
      expect(state).toBe('running')
      expect(doneRows).toBe(await countRows(run.run))
      expect(doneRows).toBeGreaterThanOrEqual(before)
      before = doneRows
    }
    model.respond = scoreWrongStepsLow
    await vi.waitUntil(async () => (await executeScoreRun(run.run)) !== 'later', {
      timeout: 20_000,
    })
    expect(await find(project, run)).toMatchObject({
      state: 'done',
      doneRows: rows,
      failedRows: 0,
    })
    expect(await countRows(run.run)).toBe(rows)
  }, 120_000)

  test('when a job is out of attempts, the run fails and can be resumed', async () => {
    const { project, run } = await start(1)
    await failScoreRunAfterRetries(await readScoreJobPayload(run.run))
    expect(await find(project, run)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('The server failed several times') as string,
    })
    await resumeScoreRun.execute(project.admin, { project: project.slug, run: run.run })
    await executeScoreRun(run.run)
    expect(await find(project, run)).toMatchObject({ state: 'done' })
  })

  test('scores that cannot be stored are not counted', async () => {
    const { project, run } = await start(1)
    const { id: solutionId } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id },
    })
    const scoredSolutions = [solutionId, crypto.randomUUID()].map((id) => ({
      solutionId: id,
      revision: 1,
      values: computeSolutionScoreColumns([0.5]),
      contentKey: null,
    }))
    const results = { scored: scoredSolutions, reused: 0, failed: [] }
    await expect(storeScores(await readScoreJobPayload(run.run), results)).rejects.toThrow(
      'foreign key',
    )
    expect(await find(project, run)).toMatchObject({ doneRows: 0, failedRows: 0 })
    expect(await countRows(run.run)).toBe(0)
  })

  test('a job of an earlier attempt does not delete the failures of a resumed run', async () => {
    model.respond = () => ({ scores: [] })
    const { project, run } = await start(2)
    const old = await readScoreJobPayload(run.run)
    await executeScoreRun(run.run)
    const params = { project: project.slug, run: run.run }
    await resumeScoreRun.execute(project.admin, params)
    expect(
      await getDatabase().$transaction((db) => deleteScoreFailuresAndRecount(db, old, 'all')),
    ).toBe(false)
    expect(await countRows(run.run)).toBe(2)
    const current = await readScoreJobPayload(run.run)
    expect(
      await getDatabase().$transaction((db) => deleteScoreFailuresAndRecount(db, current, 'all')),
    ).toBe(true)
    expect(await countRows(run.run)).toBe(0)
    expect(await find(project, run)).toMatchObject({ failedRows: 0, doneRows: 0, allRows: 2 })
  })

  test('a job of an earlier attempt sends and stores nothing after a resume', async () => {
    const { project, run } = await start(1)
    const old = await readScoreJobPayload(run.run)
    const params = { project: project.slug, run: run.run }
    await cancelScoreRun.execute(project.admin, params)
    await resumeScoreRun.execute(project.admin, params)
    await runScoreJob(old, new AbortController().signal)
    expect(await find(project, run)).toMatchObject({ state: 'running', doneRows: 0 })
    expect(model.requests).toEqual([])
  })
})

describe('scorers', () => {
  test('createScorer stores a model server with its settings, and checks its URL', async () => {
    const { slug, admin } = await makeScorableProject(1)
    const add = (name: string, settings: Record<string, unknown>) =>
      createScorer.execute(
        admin,
        createScorer.contract.input.parse({ project: slug, name, settings }),
      )
    const vllm = { connector: 'vllm-pooling', url: model.url, model: 'Qwen' }
    expect(await add(' Qwen ', vllm)).toMatchObject({
      name: 'Qwen',
      kind: 'server',
      isKeySet: null,
      isRetired: false,
      versions: [],
      settings: { ...vllm, stepTag: '<extra_0>', positiveColumn: 1, concurrency: 4, key: null },
    })
    await expect(add('Qwen', vllm)).rejects.toThrow('Another scorer has this name')
    await expect(add('embedded', vllm)).rejects.toThrow('Another scorer has this name')
    const refusal = {
      message: expect.stringContaining('STEPMARK_OUTBOUND_ALLOW'),
      details: { issues: [{ location: 'settings.url', reason: expect.any(String) }] },
    }
    for (const url of ['http://169.254.169.254/', 'https://localhost/', 'http://models.example/'])
      await expect(add('Inside', { ...vllm, url })).rejects.toMatchObject(refusal)
  })

  test('a scorer stores the name of a key, never the key', async () => {
    const canary = 'canary-5e1f0b7c'
    process.env.STEPMARK_SCORER_KEY_OURS = canary
    process.env.STEPMARK_SCORER_KEY_OURS_HOST = new URL(model.url).host
    const { project, scorer, run } = await start(2, { key: 'OURS' })
    model.respond = ({ headers }) => new ErrorResponse(400, `you sent ${headers.authorization}`)
    await executeScoreRun(run.run)
    const params = { project: project.slug }
    const settings = { connector: 'custom-http', url: model.url, key: 'OURS' }
    const input = tryScorer.contract.input.parse({ ...params, settings })
    const outcome = await tryScorer.execute(project.admin, input).catch((error: unknown) => error)
    const listed = await listScorers.execute(project.admin, params)
    expect(listed.scorers).toMatchObject([{ scorer, isKeySet: true }])
    const replies = [
      ...[listed, String(outcome), await find(project, run), await readScores(project, run.run)],
      ...[await listScoreRuns.execute(project.admin, params)],
      await getProject.execute(project.admin, params),
      await getDatabase().auditEntry.findMany({ where: { projectId: project.id } }),
      await getDatabase().$queryRaw`select * from solution_score`,
      await getDatabase().$queryRaw`select * from scorer`,
      await getDatabase().$queryRaw`select * from pgboss.job`,
    ]
    const text = JSON.stringify(replies, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(model.requests[0]!.headers.authorization).toBe(`Bearer ${canary}`)
    expect(text).toContain('(key)')
    expect(text).not.toContain(canary)
    delete process.env.STEPMARK_SCORER_KEY_OURS
    await expect(startTestScoreRun(project, scorer)).rejects.toThrow('STEPMARK_SCORER_KEY_OURS')
    const after = await listScorers.execute(project.admin, params)
    expect(after.scorers).toMatchObject([{ isKeySet: false }])
  })

  test('a scorer sends a key only to the host of the key', async () => {
    const { host, port } = new URL(model.url)
    const localUrl = `http://localhost:${port}`
    process.env.STEPMARK_OUTBOUND_ALLOW = `${host},localhost:${port}`
    process.env.STEPMARK_SCORER_KEY_OURS = 'canary-5e1f0b7c'
    process.env.STEPMARK_SCORER_KEY_OURS_HOST = `localhost:${port}`
    onTestFinished(() => {
      process.env.STEPMARK_OUTBOUND_ALLOW = host
    })
    const project = await makeScorableProject(1)
    const params = { project: project.slug }
    const scorer = await createModelServerScorer(project, { url: localUrl, key: 'OURS' }, 'Before')
    process.env.STEPMARK_SCORER_KEY_OURS_HOST = host
    const message = `is not allowed for localhost:${port}`
    await expect(
      createModelServerScorer(project, { url: localUrl, key: 'OURS' }, 'Elsewhere'),
    ).rejects.toThrow(message)
    await expect(startTestScoreRun(project, scorer)).rejects.toThrow(message)
    const settings = { connector: 'custom-http', url: localUrl, key: 'OURS' }
    const input = tryScorer.contract.input.parse({ ...params, settings })
    await expect(tryScorer.execute(project.admin, input)).rejects.toThrow(message)
    const { scorers } = await listScorers.execute(project.admin, params)
    expect(scorers).toMatchObject([{ name: 'Before', isKeySet: false }])
    delete process.env.STEPMARK_SCORER_KEY_OURS_HOST
    await expect(tryScorer.execute(project.admin, input)).rejects.toThrow('has no host')
    expect(model.requests).toEqual([])
  })

  test('a retired scorer starts and resumes no runs, and keeps its runs', async () => {
    const { project, scorer, run } = await start(1)
    await executeScoreRun(run.run)
    const params = { project: project.slug }
    expect(await retireScorer.execute(project.admin, { ...params, scorer })).toMatchObject({
      isRetired: true,
    })
    await expect(startTestScoreRun(project, scorer)).rejects.toThrow('is retired')
    await expect(
      resumeScoreRun.execute(project.admin, { ...params, run: run.run }),
    ).rejects.toThrow('is retired')
    const { runs } = await listScoreRuns.execute(project.admin, params)
    expect(runs).toMatchObject([{ number: 1, state: 'done' }])
  })

  test('testing a model server returns P(correct) of each step, and stores no scorer', async () => {
    const project = await makeScorableProject(2)
    const settings = { connector: 'custom-http', url: model.url }
    const input = tryScorer.contract.input.parse({ project: project.slug, settings })
    expect(await tryScorer.execute(project.admin, input)).toMatchObject({
      problem: 'Problem 0: what is $0 + 1$?',
      steps: [{ text: 'Take 0.', score: 0.9 }, { score: 0.9 }, { text: 'Done.', score: 0.9 }],
    })
    model.respond = () => ({ scores: [[0.1, 0.2, 0.7], 0.5, [0.5, 0.25, 0.25]] })
    expect((await tryScorer.execute(project.admin, input)).steps.map(({ score }) => score)).toEqual(
      [expect.closeTo(0.9), 0.5, 0.5],
    )
    model.respond = () => ({ scores: [1] })
    await expect(tryScorer.execute(project.admin, input)).rejects.toThrow('1 scores for 3 steps')
    expect(await getDatabase().scorer.count({ where: { projectId: project.id } })).toBe(0)
  })
})

/** Scores of three steps: triples for problem 0, numbers for problem 1, and none for others, which fails. */
const makeShapeReply = (request: ModelServerRequest) => {
  const triples = [
    [0.25, 0.25, 0.5],
    [0, 0, 1],
    [0.5, 0, 0.5],
  ]
  if (readFirstStep(request).includes('0')) return { scores: triples }
  return { scores: readFirstStep(request).includes('1') ? [0.5, 0.25, 1] : [] }
}

test('exports scores of a run as samples with step scores', async () => {
  model.respond = makeShapeReply
  const { project, run } = await start(3)
  await executeScoreRun(run.run)
  const solution = { solution_id: expect.any(String) as string }
  expect(await readScores(project, run.run)).toEqual([
    {
      unique_id: 'p0',
      problem: 'Problem 0: what is $0 + 1$?',
      ...solution,
      steps: ['Take 0.', 'Add 1.', 'Done.'],
      answer: '1',
      ground_truth_answer: '1',
      is_correct: true,
      step_scores: [0.75, 1, 0.5],
      prm_score: 0.375,
      disagreement: null,
      rating_probs: [
        { '-1': 0.25, '0': 0.25, '1': 0.5 },
        { '-1': 0, '0': 0, '1': 1 },
        { '-1': 0.5, '0': 0, '1': 0.5 },
      ],
    },
    {
      unique_id: 'p1',
      problem: 'Problem 1: what is $1 + 1$?',
      ...solution,
      steps: ['Take 1.', 'Add 2, which is wrong.', 'Done.'],
      answer: '3',
      ground_truth_answer: '2',
      is_correct: false,
      rating_probs: null,
      step_scores: [0.5, 0.25, 1],
      prm_score: 0.125,
      disagreement: null,
    },
  ])
})

test('exports a solution whose steps were repaired since the run as one without a score, and none without steps', async () => {
  const { project, scorer, run } = await start(2)
  await executeScoreRun(run.run)
  // As many steps as before, cut elsewhere.
  await getDatabase().$executeRaw`
    update solution set revision = 2, steps = array['Take', '0. Add', '1. Done.']
    where project_id = ${project.id}::uuid and steps[1] = 'Take 0.'`
  await getDatabase().$executeRaw`
    insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, verdict,
      verdict_reason, grader_version, metadata, import_id)
    select project_id, gen_random_uuid(), problem_id, sha256(identity), content_hash, record_hash, 'step_choice', '{}', verdict,
      verdict_reason, grader_version, metadata, import_id
    from solution where project_id = ${project.id}::uuid limit 1`
  expect(await readScores(project, run.run)).toMatchObject([{ unique_id: 'p1' }])
  expect(await readScores(project, run.run, 'no')).toMatchObject([
    { unique_id: 'p0', steps: ['Take', '0. Add', '1. Done.'], prm_score: null },
  ])
  const secondRun = await startTestScoreRun(project, scorer)
  await executeScoreRun(secondRun.run)
  expect(await readScores(project, secondRun.run)).toMatchObject([
    { unique_id: 'p0', steps: ['Take', '0. Add', '1. Done.'] },
    { unique_id: 'p1' },
  ])
})

test('exported scores can be imported as a file of scored samples', async () => {
  model.respond = makeShapeReply
  const { project, run } = await start(3)
  await executeScoreRun(run.run)
  const lines = await readScores(project, run.run)
  const read = lines.map((line) => {
    const result = readItemRecord('auto', {
      text: JSON.stringify(line),
      line: 1,
      offset: 0,
      byteLength: 0,
    })
    if (!result.ok) throw new Error(JSON.stringify(result.errors))
    const { problem, solutions } = result.record
    expect(result.format).toBe('scored-samples')
    const { steps, stepScores, score, answer, isCorrect, metadata } = solutions[0]!
    expect(problem).toMatchObject({ referenceSolution: null, answer: line.ground_truth_answer })
    expect(metadata).toEqual({ solution_id: line.solution_id })
    expect({ steps, answer, isCorrect }).toEqual({
      steps: line.steps,
      answer: line.answer,
      isCorrect: line.is_correct,
    })
    return { stepScores, score }
  })
  const triples = makeShapeReply({ body: { steps: ['0'] } } as ModelServerRequest).scores
  expect(read).toEqual([
    { stepScores: triples, score: 0.375 },
    { stepScores: [0.5, 0.25, 1], score: 0.125 },
  ])
  expect(lines.map(readScoredSample)).toMatchObject([
    { ok: true, sample: { stepScores: triples, prmScore: 0.375, isCorrect: true } },
    { ok: true, sample: { stepScores: [0.5, 0.25, 1], prmScore: 0.125, isCorrect: false } },
  ])
})

test('score runs have consecutive numbers, even if they are started concurrently', async () => {
  const { project, scorer, run } = await start(1)
  const laterRuns = await Promise.all([1, 2, 3].map(() => startTestScoreRun(project, scorer)))
  expect([run, ...laterRuns].map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4,
  ])
  const input = startScoreRun.contract.input.parse({ project: project.slug, scorer, version: 1 })
  await expect(startScoreRun.execute(project.admin, input)).rejects.toThrow('have no versions')
})
