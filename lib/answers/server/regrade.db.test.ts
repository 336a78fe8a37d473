import { once } from 'node:events'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { importAnswers, readVerdict, readVerdicts } from '@/lib/answers/testing/answered-project'
import { graderVersion } from '@/lib/grading/grade-answer'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { runWithoutDatabase } from '@/lib/platform/testing/run-without-database'
import { startScriptProcess } from '@/lib/platform/testing/start-script'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { graderModes } from '@/lib/projects/settings'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { hashAnswerPair } from './answer-pair-hash'
import { decideAnswerPair } from './commands'
import { applyRegrade, cancelRegrade, startRegradePreview } from './regrade-commands'
import { recordRegradeFailure, runRegradeJob } from './regrade-jobs'
import { getRegrade, listRegrades } from './regrade-queries'
import { overrideVerdict } from './solution-verdicts-commands'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const neverAborted = new AbortController().signal

const startPreview = (input: Record<string, unknown> = {}) =>
  startRegradePreview.execute(
    project.admin,
    startRegradePreview.contract.input.parse({ project: project.slug, ...input }),
  )
const makeKey = (regrade: string) => ({ project: project.slug, regrade })
const readRegrade = (regrade: string) => getRegrade.execute(project.admin, makeKey(regrade))
const cancel = (regrade: string) => cancelRegrade.execute(project.admin, makeKey(regrade))
const startApplying = (regrade: string) => applyRegrade.execute(project.admin, makeKey(regrade))

async function makePayload(regrade: string) {
  const { attempt } = await getDatabase().regrade.findFirstOrThrow({
    where: { projectId: project.id, id: regrade },
    select: { attempt: true },
  })
  return { projectId: project.id, regradeId: regrade, attempt }
}

/** Runs the job like a worker. */
const run = async (regrade: string, signal = neverAborted) =>
  runRegradeJob(await makePayload(regrade), signal)

async function preview(input: Record<string, unknown> = {}) {
  const { regrade } = await startPreview(input)
  expect(await run(regrade)).toBeUndefined()
  return readRegrade(regrade)
}

async function apply(regrade: string) {
  await startApplying(regrade)
  expect(await run(regrade)).toBeUndefined()
  return readRegrade(regrade)
}

const answers = [
  [
    'p',
    '1/2',
    [
      { answer: '2/4', score: 0.9 },
      { answer: '2/4', score: 0.8 },
      { answer: '2/4', score: 0.7, isCorrect: true },
      { answer: '3', score: 0.6 },
      { answer: null },
    ],
  ],
  ['q', null, [{ answer: '2/4' }]],
] as const

describe('a regrade', () => {
  test('previews the changed verdicts, then applies them', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    const result = await preview({ mode: 'prm800k' })
    expect(result).toMatchObject({
      state: 'previewed',
      mode: 'prm800k',
      graderVersion,
      readRows: 5,
      allRows: 5,
      unchanged: 1,
      changes: [
        { from: 'correct', to: 'wrong', solutions: 2 },
        { from: 'wrong', to: 'wrong', solutions: 1 },
        { from: 'unsure', to: 'unsure', solutions: 2 },
      ],
      firstPairs: [
        { answer: '2/4', referenceAnswer: '1/2', from: 'correct', to: 'wrong', solutions: 2 },
      ],
      message: null,
      by: project.admin.name,
      finishedAt: null,
    })
    expect(await readVerdicts(project)).toEqual(before)
    expect(before[0]).toMatchObject({ name: 'p/0', tier: 3 })
    const finishedRegrade = await apply(result.regrade)
    const { changes, unchanged, firstPairs } = result
    expect(finishedRegrade).toMatchObject({ state: 'done', changes, unchanged, firstPairs })
    const reason = firstPairs[0]?.reason
    const after = await readVerdicts(project)
    expect(after.slice(0, 2)).toMatchObject([
      { verdict: 'wrong', reason, by: 'grader', tier: 1, pass: 1 },
      { verdict: 'wrong', reason, by: 'grader', tier: 1, pass: 2 },
    ])
    expect(after[2]).toMatchObject({ verdict: 'correct', by: 'file', reason: before[2]?.reason })
    expect((await listRegrades.execute(project.admin, { project: project.slug })).regrades).toEqual(
      [expect.objectContaining({ regrade: result.regrade, state: 'done', changes })],
    )
  })

  test('keeps verdicts decided by people', async () => {
    await importAnswers(project, answers)
    const pair = hashAnswerPair('2/4', '1/2').toString('hex')
    const input = {
      project: project.slug,
      pair,
      verdict: 'unsure',
      note: 'Hm.',
      expected: null,
    } as const
    await decideAnswerPair.execute(project.admin, input)
    const { id: solution } = await readVerdict(project, 'p/3')
    const decision = {
      project: project.slug,
      solution,
      verdict: 'correct',
      note: 'So.',
      expected: null,
    } as const
    await overrideVerdict.execute(project.admin, decision)
    const before = await readVerdicts(project)
    const result = await preview({ mode: 'exact' })
    expect(result).toMatchObject({ unchanged: 4, allRows: 2 })
    await apply(result.regrade)
    expect((await readVerdicts(project)).filter(({ by }) => by === 'person')).toEqual(
      before.filter(({ by }) => by === 'person'),
    )
  })

  test('stores the new grader version even for unchanged verdicts', async () => {
    await importAnswers(project, answers)
    await getDatabase().$executeRaw`
      update solution set grader_version = 'old-1',
        verdict_reason = case external_id when 'p/0' then 'Old.' else verdict_reason end,
        verdict = case external_id when 'p/3' then 'correct'::verdict else verdict end
      where project_id = ${project.id}::uuid`
    const { regrade, changes } = await preview()
    expect(changes).toContainEqual({ from: 'correct', to: 'wrong', solutions: 1 })
    await apply(regrade)
    const rows = await readVerdicts(project)
    expect(rows.map(({ version }) => version)).toEqual(
      rows.map(({ by }) => (by === 'grader' ? graderVersion : 'old-1')),
    )
    expect(rows[0]?.reason).toBe(rows[1]?.reason)
  })

  test('applies exactly the changes of its preview', async () => {
    await importAnswers(project, answers)
    const { regrade } = await preview({ mode: 'exact' })
    const regradeKey = { projectId: project.id, regradeId: regrade }
    await getDatabase().regradePair.updateMany({
      where: { ...regradeKey, answer: '2/4', referenceAnswer: '1/2' },
      data: { verdict: 'unsure', reason: 'As it was shown.' },
    })
    await importAnswers(project, [['z', '1/2', [{ answer: '2/4' }, { answer: '4/8' }]]])
    const before = await readVerdict(project, 'z/1')
    await apply(regrade)
    const expected = { verdict: 'unsure', reason: 'As it was shown.', by: 'grader' }
    for (const previewedSolution of ['p/0', 'p/1', 'z/0'])
      expect(await readVerdict(project, previewedSolution)).toMatchObject(expected)
    expect(omitQueuePosition(await readVerdict(project, 'z/1'))).toEqual(omitQueuePosition(before))
    expect(await getDatabase().regradePair.count({ where: regradeKey })).toBe(0)
  })

  test('records the person who applied it', async () => {
    await importAnswers(project, answers)
    const { regrade } = await preview({ mode: 'exact' })
    const otherAdmin = await makeMember(project, 'admin', { name: 'Ada Okoro' })
    await applyRegrade.execute(otherAdmin, makeKey(regrade))
    await run(regrade)
    expect(await readRegrade(regrade)).toMatchObject({
      by: project.admin.name,
      appliedBy: 'Ada Okoro',
    })
    const entries = await getDatabase().$queryRaw<{ actor: string; action: string; by: string }[]>`
      select actor, detail::jsonb->>'operation' as operation, detail::jsonb->>'by' as by from audit_entry
      where target = ${`regrade:${regrade}`} order by at`
    expect(entries).toEqual([
      { actor: `user:${project.admin.userId}`, operation: 'start', by: null },
      { actor: `user:${otherAdmin.userId}`, operation: 'apply', by: null },
      { actor: 'system', operation: 'done', by: otherAdmin.userId },
    ])
  })

  test('uses the algebra system where the grader alone is unsure', async () => {
    await importAnswers(project, [['p', '\\frac{8}{3}', [{ answer: '\\int_0^2 x^2\\,dx' }]]])
    expect((await preview()).firstPairs).toMatchObject([
      { from: 'unsure', to: 'correct', reason: 'An algebra system found the two equal.' },
    ])
  })

  test('changes the verdict of a solution in progress without moving it in the queue', async () => {
    await importAnswers(project, answers)
    await getDatabase().$executeRaw`
      update queue_item q set leased = 1 from solution s
      where q.project_id = ${project.id}::uuid and s.project_id = q.project_id and s.id = q.solution_id
        and s.external_id = 'p/0'`
    await apply((await preview({ mode: 'exact' })).regrade)
    expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'wrong', tier: 3 })
    expect(await readVerdict(project, 'p/1')).toMatchObject({ verdict: 'wrong', tier: 1 })
  })

  test(
    'has the same counts in its preview as when it is applied',
    { timeout: 120_000 },
    async () => {
      const text = fc.constantFrom(
        '1/2',
        '2/4',
        '0.5',
        '(1, 2)',
        '1, 2',
        'A',
        '(A)',
        'x',
        '',
        ' ',
        '\\sqrt{3}',
      )
      const sample = fc.record({
        answer: fc.option(text, { freq: 5 }),
        score: fc.double({ min: 0, max: 1, noNaN: true }),
        isCorrect: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.boolean()),
      })
      const problem = fc.tuple(
        fc.option(text, { freq: 5 }),
        fc.array(sample, { minLength: 1, maxLength: 6 }),
      )
      const mode = fc.constantFrom(...graderModes)
      await fc.assert(
        fc.asyncProperty(
          fc.array(problem, { minLength: 1, maxLength: 6 }),
          ...([mode, mode] as const),
          async (problems, graderMode, newMode) => {
            project = await makeProject({ graderMode }, project.admin)
            await importAnswers(
              project,
              problems.map(
                ([referenceAnswer, samples], i) => [`p${i}`, referenceAnswer, samples] as const,
              ),
            )
            const before = await readVerdicts(project)
            const result = await preview({ mode: newMode })
            expect(await readVerdicts(project)).toEqual(before)
            expect(await apply(result.regrade)).toMatchObject({
              changes: result.changes,
              unchanged: result.unchanged,
              firstPairs: result.firstPairs,
            })
            const after = await readVerdicts(project)
            const changeCounts = new Map<string, number>()
            before.forEach(({ verdict, by }, i) => {
              const change = `${verdict} ${after[i]?.verdict}`
              if (by === 'grader') changeCounts.set(change, (changeCounts.get(change) ?? 0) + 1)
              else expect(omitQueuePosition(after[i]!)).toEqual(omitQueuePosition(before[i]!))
            })
            expect(
              new Map(
                result.changes.map(({ from, to, solutions }) => [`${from} ${to}`, solutions]),
              ),
            ).toEqual(changeCounts)
            expect((await preview({ mode: newMode })).firstPairs).toEqual([])
          },
        ),
        { numRuns: isFullTestRun ? 15 : 5 },
      )
    },
  )
})

describe('a regrade that ends early', () => {
  test('leaves no changes if it is cancelled before it starts or while it is applied', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    const { regrade: waiting } = await startPreview({ mode: 'exact' })
    const latePayload = await makePayload(waiting)
    expect(await cancel(waiting)).toMatchObject({ state: 'cancelled', firstPairs: [] })
    expect(await runRegradeJob(latePayload, neverAborted)).toBeUndefined()
    expect(await readRegrade(waiting)).toMatchObject({ state: 'cancelled', changes: [] })
    const result = await preview({ mode: 'exact' })
    await startApplying(result.regrade)
    const payload = await makePayload(result.regrade)
    const running: Promise<unknown>[] = []
    await runWhileVerdictsLocked(async () => {
      running.push(runRegradeJob(payload, neverAborted))
      await Promise.race([
        ...running,
        vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), { timeout: 20_000 }),
      ])
      await cancel(result.regrade)
    })
    expect(await Promise.all(running)).toEqual([undefined])
    expect(await readRegrade(result.regrade)).toMatchObject({ state: 'cancelled' })
    expect(await readVerdicts(project)).toEqual(before)
    await expect(startApplying(result.regrade)).rejects.toMatchObject({ code: 'conflict' })
    await expect(cancel(result.regrade)).rejects.toMatchObject({ code: 'conflict' })
  })

  test(
    'is resumed by another process after its process was killed',
    { timeout: 60_000 },
    async () => {
      await importAnswers(project, answers)
      const before = await readVerdicts(project)
      const { regrade } = await preview({ mode: 'exact' })
      await startApplying(regrade)
      const payload = await makePayload(regrade)
      await runWhileVerdictsLocked(async () => {
        const child = startScriptProcess('lib/answers/testing/run-regrade.ts', { payload })
        const exitPromise = once(child, 'exit')
        await vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), {
          timeout: 20_000,
        })
        child.kill('SIGKILL')
        await exitPromise
      })
      expect(await readVerdicts(project)).toEqual(before)
      expect(await readRegrade(regrade)).toMatchObject({ state: 'applying' })
      await expect.poll(() => runRegradeJob(payload, neverAborted)).toBeUndefined()
      expect(await readRegrade(regrade)).toMatchObject({ state: 'done' })
      expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'wrong' })
    },
  )

  test('is released to another process at shutdown', async () => {
    await importAnswers(project, answers)
    const { regrade } = await startPreview()
    const ending = AbortSignal.abort(new Error('the process ends'))
    expect(await run(regrade, ending)).toBe('later')
    expect(await readRegrade(regrade)).toMatchObject({ state: 'previewing' })
    expect(await run(regrade)).toBeUndefined()
    expect(await readRegrade(regrade)).toMatchObject({ state: 'previewed' })
  })

  test('is postponed if no database connection is available', async () => {
    await importAnswers(project, answers)
    const { regrade } = await startPreview()
    const payload = await makePayload(regrade)
    expect(await runWithoutDatabase(() => runRegradeJob(payload, neverAborted))).toBe('later')
    expect(await readRegrade(regrade)).toMatchObject({ state: 'previewing' })
    expect(await run(regrade)).toBeUndefined()
    expect(await readRegrade(regrade)).toMatchObject({ state: 'previewed' })
  })

  test('reuses grades that an earlier attempt stored with the same grader version', async () => {
    await importAnswers(project, answers)
    const { regrade } = await startPreview({ mode: 'exact' })
    const regradeKey = { projectId: project.id, regradeId: regrade }
    const rerunWithStoredGrade = async (version: string) => {
      await getDatabase().regrade.updateMany({
        where: { projectId: project.id, id: regrade },
        data: { state: 'previewing', graderVersion: version },
      })
      await getDatabase().regradePair.updateMany({
        where: { ...regradeKey, answer: '2/4', referenceAnswer: '1/2' },
        data: { verdict: 'unsure', reason: 'Graded before.' },
      })
      await run(regrade)
      return (await readRegrade(regrade)).firstPairs
    }
    await run(regrade)
    expect(await rerunWithStoredGrade(graderVersion)).toMatchObject([
      { to: 'unsure', reason: 'Graded before.' },
    ])
    expect(await rerunWithStoredGrade('old-1')).toMatchObject([{ to: 'wrong' }])
    expect(await readRegrade(regrade)).toMatchObject({ graderVersion })
  })

  test('is replaced by the next regrade if its preview was not applied', async () => {
    await importAnswers(project, answers)
    const older = await preview({ mode: 'exact' })
    const newer = await startPreview()
    expect(await readRegrade(older.regrade)).toMatchObject({ state: 'cancelled' })
    await expect(startApplying(older.regrade)).rejects.toMatchObject({ code: 'conflict' })
    await run(newer.regrade)
    const remainingPairs = await getDatabase().regradePair.findMany({
      where: { projectId: project.id },
      distinct: ['regradeId'],
      select: { regradeId: true },
    })
    expect(remainingPairs).toEqual([{ regradeId: newer.regrade }])
    await cancel(newer.regrade)
    expect(await getDatabase().regradePair.count({ where: { projectId: project.id } })).toBe(0)
  })

  test('can’t be applied if its preview is from another grader version', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    const { regrade } = await preview({ mode: 'exact' })
    await getDatabase().regrade.updateMany({
      where: { projectId: project.id, id: regrade },
      data: { graderVersion: 'old-1' },
    })
    expect(await apply(regrade)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('old-1') as string,
    })
    expect(await readVerdicts(project)).toEqual(before)
  })

  test('is marked as failed after the last attempt', async () => {
    const { regrade } = await startPreview()
    await recordRegradeFailure(await makePayload(regrade))
    expect(await readRegrade(regrade)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Nothing was changed') as string,
      finishedAt: expect.any(String) as string,
    })
  })
})

describe('concurrent regrades', () => {
  test('of one project: one starts, and the others are rejected', async () => {
    const outcomes = await Promise.allSettled([startPreview(), startPreview(), startPreview()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(startPreview()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('apply a preview only once', async () => {
    await importAnswers(project, answers)
    const { regrade } = await preview()
    const applications = await Promise.allSettled([startApplying(regrade), startApplying(regrade)])
    expect(applications.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const payload = await makePayload(regrade)
    const running: Promise<unknown>[] = []
    await runWhileVerdictsLocked(async () => {
      running.push(runRegradeJob(payload, neverAborted))
      await Promise.race([
        ...running,
        vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), { timeout: 20_000 }),
      ])
      expect(await runRegradeJob(payload, neverAborted)).toBe('later')
    })
    expect(await Promise.all(running)).toEqual([undefined])
    expect(await runRegradeJob(payload, neverAborted)).toBeUndefined()
    const [row] = await getDatabase().$queryRaw<[{ n: number }]>`
      select count(*)::int as n from audit_entry
      where target = ${`regrade:${regrade}`} and detail::jsonb->>'operation' = 'done'`
    expect(row.n).toBe(1)
  })

  test('ignore a preview job that starts while the preview is being applied', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    const { regrade } = await startPreview({ mode: 'exact' })
    const latePayload = await makePayload(regrade)
    await run(regrade)
    await startApplying(regrade)
    expect(await runRegradeJob(latePayload, neverAborted)).toBeUndefined()
    expect(await readVerdicts(project)).toEqual(before)
    expect(await readRegrade(regrade)).toMatchObject({ state: 'applying' })
  })
})

/** Runs `meanwhile` while another transaction is deciding on a pair. */
const runWhileVerdictsLocked = <T>(meanwhile: () => Promise<T>) =>
  runWhileLocked((db) => lockVerdicts(db, project.id, 'alone'), meanwhile)

const omitQueuePosition = ({
  tier: _,
  pass: __,
  ...row
}: Awaited<ReturnType<typeof readVerdict>>) => row
