import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { listLostJobs } from '@/lib/worker/server/list-lost-jobs.sql'
import { importLines, makeProject, type TestProject } from '@/prisma/seed/factories'
import { cancelScoreRun, resumeScoreRun, retireScorer, startScoreRun } from './commands'
import { beginScoreImport, finishScoreImport, sendScores } from './import-commands'
import { exportScores, getScoreRun, listScorers } from './queries'
import { runScoreJob } from './score-jobs'
import {
  createModelServerScorer,
  makeScorableProject,
  readScoreJobPayload,
} from './testing/run-fixtures'

useTestDatabase()

type Sample = Record<string, unknown>

const beginImport = ({ slug, admin }: TestProject, more: Sample = {}) => {
  const input = { project: slug, name: 'prm-7b step 2000', ...more }
  return beginScoreImport.execute(admin, beginScoreImport.contract.input.parse(input))
}

/** Lines are numbered from `from`. */
const send = ({ slug, admin }: TestProject, run: string, samples: readonly Sample[], from = 1) => {
  const lines = samples.map((sample, i) => ({ line: from + i, sample }))
  return sendScores.execute(admin, sendScores.contract.input.parse({ project: slug, run, lines }))
}

const finish = ({ slug, admin }: TestProject, run: string, rejectedCount = 0) =>
  finishScoreImport.execute(admin, { project: slug, run, rejected: rejectedCount })

const find = ({ slug, admin }: TestProject, run: string) =>
  getScoreRun.execute(admin, { project: slug, run })

const read = async ({ slug, admin }: TestProject, run: string) => {
  const reply = await exportScores.execute(admin, { project: slug, run, scored: 'yes' })
  const samples: Sample[] = []
  for (const line of await readReplyLines(reply)) samples.push(JSON.parse(line) as Sample)
  return samples
}

/** Ids of the solutions `p0/0`, `p1/0`, ... */
async function listIds({ id: projectId }: TestProject): Promise<string[]> {
  const rows = await getDatabase().solution.findMany({
    where: { projectId },
    select: { id: true, externalId: true },
  })
  const byName = rows.sort((a, b) => String(a.externalId).localeCompare(String(b.externalId)))
  return byName.map(({ id }) => id)
}

/** Three solutions of three steps, and a running import of their scores. */
async function start() {
  const project = await makeScorableProject(3)
  const { run } = await beginImport(project)
  return { project, run, ids: await listIds(project) }
}

const positiveProbabilities = [0.9, 0.8, 0.7]

describe('imported scores', () => {
  test('become a score run of the scorer "Imported"', async () => {
    const { project, run, ids } = await start()
    expect(await find(project, run)).toMatchObject({
      number: 1,
      kind: 'imported',
      scorerName: 'Imported',
      model: 'prm-7b step 2000',
      state: 'running',
      doneRows: 0,
      allRows: null,
      version: null,
    })
    const probs = positiveProbabilities.map((right) => ({
      '-1': (1 - right) / 2,
      '0': (1 - right) / 2,
      '1': right,
    }))
    expect(
      await send(project, run, [
        { solution_id: ids[0], step_scores: positiveProbabilities },
        { solution_id: ids[1], rating_probs: probs },
        { solution_id: ids[2], prm_score: -3.5 },
      ]),
    ).toEqual({ stored: 3, repeated: 0, rejected: [], doneRows: 3 })
    expect(await finish(project, run, 2)).toMatchObject({
      state: 'done',
      doneRows: 3,
      failedRows: 2,
      allRows: 5,
    })
    const [first, second, third] = await read(project, run)
    expect(first).toMatchObject({ rating_probs: null, prm_score: expect.closeTo(0.504) as number })
    expect(second).toMatchObject({ prm_score: expect.closeTo(0.95 * 0.9 * 0.85) as number })
    expect(third).toMatchObject({ rating_probs: null, step_scores: null, prm_score: -3.5 })
    expect((await listScorers.execute(project.admin, { project: project.slug })).scorers).toEqual([
      expect.objectContaining({ name: 'Imported', kind: 'imported', settings: null }),
    ])
    expect((await beginImport(project)).scorer).toBe((await find(project, run)).scorer)
  })

  test('match solutions by external id, or by problem and text or steps', async () => {
    const project = await makeProject()
    const problem = { problem: 'What is $1 + 1$?', answer: '2' }
    await importLines(project, [
      { id: 'q1', ...problem, samples: [{ id: 'q1/0', steps: ['One', 'Two'] }] },
      { id: 'q2', ...problem, problem: 'And $2 + 2$?', samples: [{ text: 'It is\n\nfour.' }] },
      { ...problem, problem: 'And $3 + 3$?', samples: [{ steps: ['Six'] }, { steps: ['Seven'] }] },
    ])
    const { run } = await beginImport(project)
    const row = await getDatabase().problem.findFirstOrThrow({
      where: { projectId: project.id, externalId: null },
      select: { id: true },
    })
    const sentReply = await send(project, run, [
      { external_id: 'q1/0', prm_score: 0.1 },
      { unique_id: 'q2', problem: 'is not looked at', text: 'It is\n\nfour.', prm_score: 0.2 },
      { unique_id: row.id, steps: ['Six'], step_scores: [0.3] },
      { problem: 'And $3 + 3$?', steps: ['Seven'], step_scores: [0.4] },
    ])
    expect(sentReply).toMatchObject({ stored: 4, rejected: [] })
    expect((await read(project, run)).map((sample) => sample.prm_score)).toEqual([
      ...[0.1, 0.2, 0.3, 0.4],
    ])
  })

  test('are unchanged after an export and a new import, even without ids', async () => {
    const { project, run, ids } = await start()
    await send(project, run, [
      { solution_id: ids[0], step_scores: [0.91, 1e-42, 0.7] },
      {
        solution_id: ids[1],
        rating_probs: positiveProbabilities.map((right) => [0, 1 - right, right]),
      },
      { solution_id: ids[2], prm_score: 12.25 },
    ])
    await finish(project, run)
    const sampleLines = await read(project, run)
    for (const drop of [[], ['solution_id'], ['solution_id', 'unique_id']]) {
      const secondRun = await beginImport(project, { scorer: 'Cluster' })
      const samples = sampleLines.map((sample) =>
        Object.fromEntries(Object.entries(sample).filter(([key]) => !drop.includes(key))),
      )
      expect(await send(project, secondRun.run, samples)).toMatchObject({ stored: 3, rejected: [] })
      expect(await read(project, secondRun.run)).toEqual(
        sampleLines.map((sample) => ({
          ...sample,
          prm_score: expect.closeTo(Number(sample.prm_score), 6) as number,
        })),
      )
    }
    const text = JSON.stringify(sampleLines[2])
    const item = { line: 1, offset: 0, byteLength: text.length, text }
    expect(readItemRecord('auto', item)).toMatchObject({
      ok: true,
      record: { solutions: [{ score: 12.25, stepScores: null }] },
    })
  })
})

describe('invalid lines of a score import', () => {
  test('are reported with number, location and reason, and the other lines are stored', async () => {
    const { project, run, ids } = await start()
    const otherProject = await makeScorableProject(1)
    const [otherSolution] = await listIds(otherProject)
    const sentReply = await send(
      project,
      run,
      [
        { solution_id: ids[0], step_scores: [0.5, 0.5] },
        { solution_id: otherSolution, prm_score: 1 },
        { solution_id: randomUUID(), prm_score: 1 },
        { external_id: 'missing', prm_score: 1 },
        { unique_id: 'p1', steps: ['Other words'], prm_score: 1 },
        { solution_id: ids[1], steps: ['a', 'b', 'c'], step_scores: positiveProbabilities },
        { solution_id: ids[1], step_scores: [0.5, 1.5, 0.5] },
        { prm_score: 1 },
        { solution_id: ids[2], step_scores: positiveProbabilities },
        { external_id: 'p2/0', step_scores: positiveProbabilities },
      ],
      11,
    )
    expect(sentReply).toMatchObject({ stored: 1, repeated: 0, doneRows: 1 })
    expect(sentReply.rejected.map(({ line, kind, location }) => [line, kind, location])).toEqual([
      [11, 'unfit', 'step_scores'],
      [12, 'unknown', 'solution_id'],
      [13, 'unknown', 'solution_id'],
      [14, 'unknown', 'external_id'],
      [15, 'unknown', 'steps'],
      [16, 'unfit', 'steps'],
      [17, 'unfit', 'step_scores'],
      [18, 'unfit', 'line'],
      [20, 'twice', 'external_id'],
    ])
    expect(sentReply.rejected[0]?.reason).toMatch(/^There are 3 steps but 2 step scores\./)
    expect(sentReply.rejected[8]?.reason).toContain('Line 19 already')
  })

  test('are rejected if they score steps that have been repaired since the export', async () => {
    const { project, run, ids } = await start()
    await send(project, run, [{ solution_id: ids[0], step_scores: positiveProbabilities }])
    const [exported] = await read(project, run)
    await getDatabase().$executeRaw`
      update solution set revision = 2, steps = array['Take 0. Add', '1.', 'Done.'] where id = ${ids[0]}::uuid`
    const secondRun = await beginImport(project)
    const { rejected } = await send(project, secondRun.run, [exported!])
    expect(rejected).toMatchObject([{ kind: 'unfit', location: 'steps' }])
    await send(project, secondRun.run, [
      { solution_id: ids[0], step_scores: positiveProbabilities },
    ])
    const row = await getDatabase().solutionScore.findFirst({ where: { runId: secondRun.run } })
    expect(row?.revision).toBe(2)
  })

  test('are rejected if they match several solutions', async () => {
    const project = await makeProject()
    const samples = ['a', 'b'].map((id) => ({ id, steps: ['Two'] }))
    await importLines(project, [{ id: 'p', problem: 'One and one?', samples }])
    const { run } = await beginImport(project)
    const { stored, rejected } = await send(project, run, [
      { unique_id: 'p', steps: ['Two'], prm_score: 1 },
    ])
    expect({ stored, rejected }).toMatchObject({ stored: 0, rejected: [{ kind: 'unknown' }] })
    expect(rejected[0]?.reason).toContain('Add "solution_id"')
  })
})

describe('repeated uploads', () => {
  test('store nothing twice, and do not overwrite a score', async () => {
    const { project, run, ids } = await start()
    const lines = ids.map((id) => ({ solution_id: id, step_scores: [0.1, 1 / 3, 0.7] }))
    await send(project, run, lines.slice(0, 2))
    expect(await send(project, run, lines)).toEqual({
      stored: 1,
      repeated: 2,
      rejected: [],
      doneRows: 3,
    })
    const changedReply = await send(project, run, [{ solution_id: ids[0], prm_score: 1 }])
    expect(changedReply.rejected).toMatchObject([{ line: 1, kind: 'twice' }])
    const movedReply = await send(project, run, lines.slice(1, 2), 3)
    expect(movedReply.rejected[0]?.reason).toContain('Line 2 already')
    expect((await find(project, run)).doneRows).toBe(3)
  })

  test('return the first reply for the same idempotency key', async () => {
    const { project, run, ids } = await start()
    const lines = [{ line: 1, sample: { solution_id: ids[0], prm_score: 1 } }]
    const input = { project: project.slug, run, lines }
    const idempotencyKey = randomUUID()
    const first = await sendScores.execute(project.admin, input, { idempotencyKey })
    expect(await sendScores.execute(project.admin, input, { idempotencyKey })).toEqual(first)
    expect(first.stored).toBe(1)
  })

  test('store each solution once, even if they are concurrent', async () => {
    const { project, run, ids } = await start()
    const lines = ids.map((id) => ({ solution_id: id, step_scores: positiveProbabilities }))
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(project, run, lines)))
    expect(replies.map(({ stored }) => stored).sort((a, b) => a - b)).toEqual([0, 0, 0, 3])
    expect((await find(project, run)).doneRows).toBe(3)
  })
})

test('an upload of two lines with the same number is rejected', async () => {
  const { project, run, ids } = await start()
  const sample = { solution_id: ids[0], prm_score: 1 }
  const lines = [1, 1].map((line) => ({ line, sample }))
  const input = { project: project.slug, run, lines }
  await expect(sendScores.execute(project.admin, input)).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

describe('a cancelled score import', () => {
  test('keeps its scores, and can be resumed', async () => {
    const { project, run, ids } = await start()
    const params = { project: project.slug, run }
    await send(project, run, [{ solution_id: ids[0], prm_score: 1 }])
    expect((await cancelScoreRun.execute(project.admin, params)).state).toBe('cancelled')
    await expect(send(project, run, [{ solution_id: ids[1], prm_score: 1 }])).rejects.toThrow(
      /Run 1 is cancelled and does not accept more scores/,
    )
    await expect(finish(project, run)).rejects.toMatchObject({ code: 'conflict' })
    await resumeScoreRun.execute(project.admin, params)
    expect(await send(project, run, [{ solution_id: ids[1], prm_score: 1 }], 2)).toMatchObject({
      stored: 1,
      doneRows: 2,
    })
    expect((await finish(project, run)).state).toBe('done')
    expect((await finish(project, run, 9)).failedRows).toBe(0)
  })

  test('creates no job when it is resumed, and is left running by score jobs', async () => {
    const { project, run } = await start()
    const params = { project: project.slug, run }
    await cancelScoreRun.execute(project.admin, params)
    await resumeScoreRun.execute(project.admin, params)
    const lostJobs = await listLostJobs(getDatabase(), null)
    expect(lostJobs.filter(({ payload }) => 'runId' in payload && payload.runId === run)).toEqual(
      [],
    )
    await runScoreJob(await readScoreJobPayload(run), new AbortController().signal)
    expect((await find(project, run)).state).toBe('running')
  })
})

describe('a score import', () => {
  test('is rejected for a scorer of another kind or a retired one', async () => {
    const project = await makeScorableProject(1)
    await createModelServerScorer(project, { url: 'https://127.0.0.1:1/' }).catch(() => undefined)
    await getDatabase().scorer.create({
      data: {
        projectId: project.id,
        id: randomUUID(),
        name: 'PRM',
        kind: 'server',
        userId: project.admin.userId,
      },
    })
    await expect(beginImport(project, { scorer: 'prm' })).rejects.toThrow(/prm is a model server/)
    await expect(beginImport(project, { scorer: 'embedded' })).rejects.toThrow(
      /is the embedded scorer/,
    )
    const { scorer } = await beginImport(project)
    await expect(
      startScoreRun.execute(project.admin, { project: project.slug, scorer, scope: 'all' }),
    ).rejects.toThrow(/stepmark score import/)
    await retireScorer.execute(project.admin, { project: project.slug, scorer })
    await expect(beginImport(project)).rejects.toThrow(/is retired/)
  })

  test('is rejected for a run over a model server', async () => {
    const project = await makeScorableProject(1)
    const scorerId = randomUUID()
    const ownScope = { projectId: project.id, userId: project.admin.userId }
    const db = getDatabase()
    await db.scorer.create({ data: { ...ownScope, id: scorerId, name: 'PRM', kind: 'server' } })
    const run = randomUUID()
    await db.scoreRun.create({
      data: { ...ownScope, id: run, number: 1, scorerId, model: 'PRM', scope: 'all' },
    })
    await expect(send(project, run, [{ prm_score: 1 }])).rejects.toThrow(/is not an import/)
    await expect(finish(project, run)).rejects.toThrow(/is not an import/)
  })
})
