import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  makeDoublyAnnotatedSolutions,
  startRoundWithAllSolutions,
  storeAnnotation,
  type AnnotationOverrides,
} from '@/lib/agreement/testing/doubly-annotated'
import type { Person } from '@/lib/auth/actor'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { runWithoutDatabase } from '@/lib/platform/testing/run-without-database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { returnAnnotation } from '@/lib/reviews/server/commands'
import { getAnnotation, listAnnotations } from '@/lib/reviews/server/queries'
import {
  importLines,
  makeMember,
  makePerson,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { AgreementAccumulator } from '../agreement-accumulator'
import type { AgreementResult } from '../contract'
import { cancelAgreement, startAgreement } from './commands'
import { countNewAnnotations, countReopenedAnnotations } from './comparable-annotations.sql'
import { recordAgreementFailure, runAgreementJob } from './jobs'
import { getAgreement, listAgreements, readAgreementReport } from './queries'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

type Filters = Record<string, unknown>

const neverAborted = new AbortController().signal
const key = (agreement: string) => ({ project: project.slug, agreement })
const start = (filters: Filters = {}) =>
  startAgreement.execute(
    project.admin,
    startAgreement.contract.input.parse({ project: project.slug, filters }),
  )
const read = (agreement: string) => getAgreement.execute(project.admin, key(agreement))
const cancel = (agreement: string) => cancelAgreement.execute(project.admin, key(agreement))

async function makePayload(agreement: string) {
  const { attempt } = await getDatabase().agreementRun.findFirstOrThrow({
    where: { projectId: project.id, id: agreement },
    select: { attempt: true },
  })
  return { projectId: project.id, agreementId: agreement, attempt }
}

/** Runs the job like a worker. */
const run = async (agreement: string, signal = neverAborted) =>
  runAgreementJob(await makePayload(agreement), signal)

async function compute(filters: Filters = {}): Promise<AgreementResult> {
  const { agreement } = await start(filters)
  expect(await run(agreement)).toBeUndefined()
  const { state, result } = await read(agreement)
  expect(state).toBe('done')
  return result!
}

const countDoublyLabelled = async (filters: Filters = {}) =>
  (await compute(filters)).report.doublyLabelled

describe('the agreement result', () => {
  test('equals that of AgreementAccumulator for the same annotations', async () => {
    await makeDoublyAnnotatedSolutions(project, { count: 24, differing: 6 })
    const { report, names, sample, annotations } = await compute()
    expect([sample, annotations]).toEqual(['all', 48])
    const accumulator = new AgreementAccumulator()
    const solutions = await getDatabase().solution.findMany({
      where: { projectId: project.id },
      select: {
        problemId: true,
        annotations: { select: { labeler: true, ratings: true, submittedAt: true } },
      },
    })
    for (const { problemId, annotations: rows } of solutions)
      accumulator.add({
        problem: problemId,
        annotations: rows.map(({ labeler, ratings, submittedAt }) => ({
          labeler,
          ratings: ratings as (-1 | 0 | 1)[],
          submittedAt: submittedAt!.toISOString(),
        })),
      })
    const expected = await accumulator.measure()
    expect(report.measures.firstErrorExact.value).toBe(18 / 24)
    expect({ ...report, measures: withoutBounds(report) }).toEqual({
      ...expected,
      measures: withoutBounds(expected),
      pairs: expected.pairs.map(
        (pair) => expect.objectContaining({ solutions: pair.solutions }) as unknown,
      ),
      weeks: expected.weeks.map((week) => expect.objectContaining({ week: week.week }) as unknown),
    })
    expect(Object.values(names).toSorted()).toEqual(['Jonas Brandt', 'Mei Lin'])
    expect(report.weeks).toMatchObject([{ week: '2026-03-02', solutions: 24 }])
    // Rows: ratings of the first annotation. The second annotation rated neutral and error.
    expect(report.confusion).toEqual([
      [9, 3, 0],
      [0, 0, 0],
      [3, 0, 45],
    ])
  })

  test('has a reason instead of values if fewer than 20 solutions have two annotations', async () => {
    await makeDoublyAnnotatedSolutions(project, { count: 19, differing: 0 })
    const { report } = await compute()
    expect(report.measures.firstErrorExact).toMatchObject({ value: null })
    expect(report.measures.firstErrorExact.missingReason).toMatch(/^19 solutions .*20/)
  })

  test('is empty for an empty project', async () => {
    const { report, choices } = await compute()
    expect(report).toMatchObject({ solutions: 0, doublyLabelled: 0, pairs: [], weeks: [] })
    expect(choices).toMatchObject({ people: [], hasImported: false })
  })

  test('ignores annotations of other projects', async () => {
    await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 0 })
    const originalProject = project
    project = await makeProject({}, originalProject.admin)
    const { report, choices, excluded } = await compute()
    expect(report.solutions).toBe(0)
    expect([choices.people, choices.rounds, Object.values(excluded)]).toEqual([
      [],
      [],
      [0, 0, 0, 0, 0, 0],
    ])
    const { agreement } = await startAgreement.execute(
      originalProject.admin,
      startAgreement.contract.input.parse({ project: originalProject.slug }),
    )
    await expect(read(agreement)).rejects.toMatchObject({ code: 'not_found' })
    await expect(cancel(agreement)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('compares annotations of gold with the known answer and not with each other', async () => {
    const people = await makeDoublyAnnotatedSolutions(project, { count: 24, differing: 0 })
    await getDatabase().$executeRaw`
      insert into gold_item (project_id, solution_id, first_errors)
      select project_id, solution_id, case when -1 = any(ratings) then '{1}'::smallint[] else '{}' end
      from annotation where project_id = ${project.id}::uuid and user_id = ${people[0].userId}::uuid`
    await getDatabase().$executeRaw`
      update annotation set is_quality_control = true
      where project_id = ${project.id}::uuid and user_id = ${people[1].userId}::uuid`
    const { report, excluded } = await compute()
    expect(report).toMatchObject({ solutions: 24, doublyLabelled: 0 })
    expect(excluded.gold).toBe(24)
    expect(report.measures.goldF1).toMatchObject({ value: 1, high: 1 })
    // Samples come from rounds, which never contain gold.
    expect((await compute({ sample: 'random' })).report.measures.goldF1.value).toBe(1)
  })
})

/** The values of the measures, or the reasons for missing ones, without intervals. */
const withoutBounds = ({ measures }: AgreementResult['report']) =>
  Object.entries(measures).map(([name, { value, missingReason }]) => [
    name,
    value === null ? missingReason : expect.closeTo(value, 10),
  ])

describe('the comparison of annotations', () => {
  let people: readonly [Person, Person]

  /** One more solution with two annotations, of which the second is unusual. */
  async function addDoublyLabelled(overrides: AnnotationOverrides): Promise<void> {
    const [firstPerson, secondPerson] = await makeDoublyAnnotatedSolutions(
      project,
      { count: 1, differing: 0, name: 'q' },
      people,
    )
    await getDatabase().$executeRaw`
      delete from annotation where project_id = ${project.id}::uuid and user_id = ${secondPerson.userId}::uuid
        and solution_id = (select id from solution where project_id = ${project.id}::uuid and external_id = 'q0/0')`
    expect(firstPerson.userId).toBe(people[0].userId)
    await storeAnnotation(
      project,
      'q0/0',
      secondPerson,
      overrides.finishReason ? [1] : [1, 1, 1],
      overrides,
    )
  }

  beforeEach(async () => {
    people = await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 0 })
  })

  test.each([
    ['irregular', { irregular: 'It continues after the error.' }],
    ['unfinished', { finishReason: 'give_up' }],
    ['gold', { isQualityControl: true }],
    ['screening', { isScreening: true }],
  ] as const)('excludes an annotation and counts the reason: %s', async (reason, overrides) => {
    await addDoublyLabelled(overrides)
    const { report, excluded, annotations } = await compute()
    expect([report.doublyLabelled, report.solutions, annotations]).toEqual([2, 3, 5])
    expect(excluded).toMatchObject({ [reason]: 1 })
  })

  test('excludes drafts', async () => {
    await addDoublyLabelled({ isDraft: true })
    const { report, excluded } = await compute()
    expect(report.doublyLabelled).toBe(2)
    expect(Object.values(excluded)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('excludes annotations of an older revision', async () => {
    await addDoublyLabelled({})
    expect(await countDoublyLabelled()).toBe(3)
    await getDatabase().$executeRaw`
      update solution set revision = 2 where project_id = ${project.id}::uuid and external_id = 'q0/0'`
    const { report, excluded } = await compute()
    expect([report.doublyLabelled, excluded.olderSteps]).toEqual([2, 2])
  })

  test('excludes solutions of the step-choice flow', async () => {
    await getDatabase().$executeRaw`
      update annotation set flow = 'step_choice' where project_id = ${project.id}::uuid`
    const { report, excluded } = await compute()
    expect([report.solutions, excluded.stepChoice]).toEqual([0, 4])
  })

  test('can be limited to some annotators', async () => {
    const third = await makeMember(project, 'annotator', { name: 'Priya Nair' })
    await storeAnnotation(project, 'p0/0', third, [1, 1, 1])
    const [firstPerson, secondPerson] = people
    expect(await countDoublyLabelled({ people: [firstPerson.userId, third.userId] })).toBe(1)
    expect(await countDoublyLabelled({ people: [firstPerson.userId, secondPerson.userId] })).toBe(2)
    expect(await countDoublyLabelled({ people: [firstPerson.userId] })).toBe(0)
  })

  test('can be limited to a range of days', async () => {
    await addDoublyLabelled({ submittedAt: '2026-04-01T00:00:00Z' })
    expect(await countDoublyLabelled({ until: '2026-04-01' })).toBe(2)
    expect(await countDoublyLabelled({ until: '2026-04-02' })).toBe(3)
    expect(await countDoublyLabelled({ from: '2026-03-04' })).toBe(3)
    // The second annotation of the first two solutions is a day later.
    expect(await countDoublyLabelled({ from: '2026-03-05' })).toBe(0)
  })

  test('can be limited to some rounds', async () => {
    await addDoublyLabelled({ generation: 2 })
    expect(await countDoublyLabelled({ rounds: [1] })).toBe(2)
    expect(await countDoublyLabelled({ rounds: [1, 2] })).toBe(3)
  })

  test('can be limited to some guideline versions', async () => {
    await addDoublyLabelled({ guidelineVersion: 2 })
    expect(await countDoublyLabelled({ guidelines: [1] })).toBe(2)
    expect(await countDoublyLabelled({ guidelines: [2, 1] })).toBe(3)
  })

  test('can be limited to problems of some subjects', async () => {
    await getDatabase().$executeRaw`
      update problem set subject = 'Algebra' where project_id = ${project.id}::uuid and external_id = 'p1'`
    expect(await countDoublyLabelled({ subjects: ['Algebra'] })).toBe(1)
    expect(await countDoublyLabelled({ subjects: ['Geometry'] })).toBe(0)
  })

  test('can be limited to slices of the round that served the solution', async () => {
    await startRoundWithAllSolutions(project, 'uncertain')
    expect(await countDoublyLabelled({ slices: ['uncertain'] })).toBe(2)
    expect(await countDoublyLabelled({ slices: ['random'] })).toBe(0)
    await startRoundWithAllSolutions(project, 'uncertain', 2)
    expect(await countDoublyLabelled({ slices: ['uncertain'] })).toBe(0)
  })

  test('can be limited to imported or own labels, and to days by the timestamps of imported lines', async () => {
    const lines = ['One', 'Other'].map((labeler) => ({
      labeler,
      timestamp: '2026-05-06T07:08:09.123456',
      generation: 9,
      is_quality_control_question: false,
      is_initial_screening_question: false,
      question: {
        problem: 'What is $1 + 1$?',
        ground_truth_answer: '2',
        ground_truth_solution: null,
        pre_generated_steps: ['It is 3.'],
        pre_generated_answer: '3',
        pre_generated_verifier_score: 0.5,
      },
      label: {
        steps: [
          {
            completions: [{ text: 'It is 3.', rating: -1, flagged: false }],
            human_completion: null,
            chosen_completion: null,
          },
        ],
        total_time: 100,
        finish_reason: 'found_error',
      },
    }))
    await importLines(project, lines)
    expect(await countDoublyLabelled()).toBe(3)
    expect(await countDoublyLabelled({ labels: 'own' })).toBe(2)
    const { report, choices } = await compute({ labels: 'imported' })
    expect(report).toMatchObject({ doublyLabelled: 1, weeks: [{ week: '2026-05-04' }] })
    expect(choices).toMatchObject({ hasImported: true, rounds: [1, 9] })
    expect(choices.people).toContainEqual({ labeler: 'One', name: 'One' })
    expect(await countDoublyLabelled({ from: '2026-05-06' })).toBe(1)
    expect(await countDoublyLabelled({ from: '2026-05-07' })).toBe(0)
    expect(await countDoublyLabelled({ labels: 'imported', until: '2026-05-07' })).toBe(1)
    expect(await countDoublyLabelled({ labels: 'imported', until: '2026-05-06' })).toBe(0)
  })
})

describe('the automatic choice of the sample', () => {
  test('is the random sample if 20 of its solutions have two annotations, and otherwise all solutions', async () => {
    const people = await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 0 })
    await startRoundWithAllSolutions(project, 'random')
    await makeDoublyAnnotatedSolutions(project, { count: 3, differing: 3, name: 'q' }, people)
    const auto = await compute()
    expect([auto.sample, auto.report.doublyLabelled]).toEqual(['random', 20])
    expect(auto.report.measures.firstErrorExact.value).toBe(1)
    const all = await compute({ sample: 'all' })
    expect([all.sample, all.report.doublyLabelled]).toEqual(['all', 23])
    await getDatabase().$executeRaw`
      update queue_item set slice = 'uncertain' where project_id = ${project.id}::uuid
        and solution_id = (select id from solution where project_id = ${project.id}::uuid and external_id = 'p0/0')`
    const fallback = await compute()
    expect([fallback.sample, fallback.report.doublyLabelled]).toEqual(['all', 23])
    expect(await countDoublyLabelled({ sample: 'random' })).toBe(19)
  })
})

describe('agreement computations', () => {
  test('are deleted except running ones, the newest 20 that are done, and the newest 20 that were cancelled', async () => {
    const otherRun = await start({ rounds: [99] })
    const [{ agreement: source }] = [await start({ rounds: [98] })]
    await run(source)
    const insertCopies = (count: number, state: string) => getDatabase().$executeRaw`
      insert into agreement_run (project_id, id, state, filters, result, user_id, created_at)
      select project_id, gen_random_uuid(), ${state}::job_state, filters, result, user_id,
        created_at - make_interval(mins => i) from agreement_run, generate_series(1, ${count}::int) as i
      where project_id = ${project.id}::uuid and id = ${source}::uuid`
    await insertCopies(30, 'done')
    await insertCopies(30, 'cancelled')
    const next = await start({ rounds: [97] })
    const rows = await getDatabase().agreementRun.findMany({
      where: { projectId: project.id },
      select: { id: true, state: true },
    })
    const count = (state: string) => rows.filter((row) => row.state === state).length
    expect([count('done'), count('cancelled'), count('running')]).toEqual([20, 20, 2])
    expect(rows.map(({ id }) => id)).toEqual(
      expect.arrayContaining([otherRun.agreement, source, next.agreement]),
    )
    await run(next.agreement)
    const whereDone = { projectId: project.id, state: 'done' } as const
    expect(await getDatabase().agreementRun.count({ where: whereDone })).toBe(20)
  })

  test('are not started while one with equal filters or ten others are running', async () => {
    const [first, secondReply] = [
      await start({ rounds: [2, 1], people: [] }),
      await start({ rounds: [1, 2, 2] }),
    ]
    expect(secondReply.agreement).toBe(first.agreement)
    const otherReply = await start({ rounds: [1] })
    expect(otherReply.agreement).not.toBe(first.agreement)
    for (let round = 10; round < 18; round++) await start({ rounds: [round] })
    await expect(start({ rounds: [18] })).rejects.toMatchObject({ code: 'conflict' })
    const { agreements } = await listAgreements.execute(project.admin, {
      project: project.slug,
      filters: '{"rounds":[2,1]}',
    })
    expect(agreements.map(({ agreement }) => agreement)).toEqual([first.agreement])
    await expect(
      listAgreements.execute(project.admin, { project: project.slug, filters: '{"round":1}' }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('end without a result or an error when cancelled', async () => {
    const { agreement } = await start()
    const payload = await makePayload(agreement)
    const { working } = await runWhileGoldLocked(async () => {
      const running = runAgreementJob(payload, neverAborted)
      await vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), {
        timeout: 20_000,
      })
      await cancel(agreement)
      return { working: running }
    })
    await working
    expect(await read(agreement)).toMatchObject({ state: 'cancelled', result: null })
    await expect(cancel(agreement)).rejects.toMatchObject({ code: 'conflict' })
    await expect(readFile(agreement, 'csv')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/was cancelled/) as string,
    })
    expect(await runAgreementJob(payload, neverAborted)).toBeUndefined()
    expect(await read(agreement)).toMatchObject({ state: 'cancelled', result: null })
  })

  test('are run by only one job at a time', async () => {
    const { agreement } = await start()
    const payload = await makePayload(agreement)
    const { working } = await runWhileGoldLocked(async () => {
      const first = runAgreementJob(payload, neverAborted)
      await vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), {
        timeout: 20_000,
      })
      expect(await runAgreementJob(payload, neverAborted)).toBe('later')
      return { working: first }
    })
    expect(await working).toBeUndefined()
    expect(await read(agreement)).toMatchObject({ state: 'done' })
  })

  test('are postponed if no database connection is available', async () => {
    const { agreement } = await start()
    const payload = await makePayload(agreement)
    expect(await runWithoutDatabase(() => runAgreementJob(payload, neverAborted))).toBe('later')
    expect(await read(agreement)).toMatchObject({ state: 'running' })
    expect(await run(agreement)).toBeUndefined()
    expect(await read(agreement)).toMatchObject({ state: 'done' })
  })

  test('can still be read if their stored filters would be rejected today', async () => {
    const { agreement } = await start({ rounds: [7] })
    await getDatabase().$executeRaw`
      update agreement_run set filters = jsonb_set(filters, '{rounds}', '[3000000000]')
      where project_id = ${project.id}::uuid and id = ${agreement}::uuid`
    expect(await read(agreement)).toMatchObject({ filters: { rounds: [3_000_000_000] } })
    const { agreements } = await listAgreements.execute(project.admin, { project: project.slug })
    expect(agreements).toMatchObject([{ agreement }])
  })

  test('are released to the job queue at shutdown, and fail after the last attempt', async () => {
    const { agreement } = await start()
    expect(await run(agreement, AbortSignal.abort(new Error('the process ends')))).toBe('later')
    expect(await read(agreement)).toMatchObject({ state: 'running' })
    await recordAgreementFailure(await makePayload(agreement))
    expect(await read(agreement)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('Compute again') as string,
    })
  })
})

/** Like a page, but with this limit on the count. */
async function countBounded(agreement: string, limit: number) {
  const { result, filters } = await read(agreement)
  const selection = { filters: { ...filters, sample: result!.sample }, asOf: result!.asOf, limit }
  return {
    newAnnotations: await countNewAnnotations(getDatabase(), project.id, selection),
    reopened: await countReopenedAnnotations(getDatabase(), project.id, selection),
  }
}

describe('a stored agreement result', () => {
  test('reports the number of newer annotations that match its filters', async () => {
    const people = await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 0 })
    const { agreement } = await start({ rounds: [1] })
    await run(agreement)
    expect(await read(agreement)).toMatchObject({ newAnnotations: 0 })
    const submittedAt = new Date(Date.now() + 1_000).toISOString()
    const third = await makeMember(project, 'annotator')
    await storeAnnotation(project, 'p0/0', third, [1, 1, 1], { submittedAt })
    await storeAnnotation(project, 'p1/0', third, [1], { submittedAt, finishReason: 'give_up' })
    expect(await read(agreement)).toMatchObject({ newAnnotations: 1 })
    // An instance admin can label without being a member.
    const host = await makePerson({ isInstanceAdmin: true })
    await storeAnnotation(project, 'p0/0', host, [1, 1, 1], { submittedAt, generation: 2 })
    expect(await read(agreement)).toMatchObject({ newAnnotations: 1 })
    await storeAnnotation(project, 'p1/0', host, [1, 1, 1], { submittedAt })
    expect(await read(agreement)).toMatchObject({ newAnnotations: 2 })
    expect(people).toHaveLength(2)
    const line = {
      id: 'z',
      generator: 'g',
      problem: 'What is it?',
      steps: ['One.', 'Two.'],
      final_answer_correct: false,
      label: 1,
    }
    await importLines(project, [line])
    await getDatabase().$executeRaw`
      update annotation set generation = 1 where project_id = ${project.id}::uuid and origin = 'imported'`
    expect(await read(agreement)).toMatchObject({ newAnnotations: 3 })
    expect(await countBounded(agreement, 2)).toMatchObject({ newAnnotations: 2 })
  })

  test('counts a returned annotation as reopened, and as new once it is submitted again', async () => {
    await makeDoublyAnnotatedSolutions(project, { count: 2, differing: 0 })
    const { agreement } = await start({ rounds: [1] })
    await run(agreement)
    expect(await read(agreement)).toMatchObject({ newAnnotations: 0, reopened: 0 })
    const submitted = { project: project.slug, state: 'submitted' as const, limit: 50 }
    const { annotations } = await listAnnotations.execute(project.admin, submitted)
    expect(annotations).toHaveLength(4)
    const returnToAnnotator = async ({ annotation }: (typeof annotations)[number]) => {
      const key = { project: project.slug, annotation }
      const { version } = await getAnnotation.execute(project.admin, key)
      const call = { ...key, version, note: 'Look again.' }
      return returnAnnotation.execute(project.admin, call)
    }
    await returnToAnnotator(annotations[0]!)
    expect(await read(agreement)).toMatchObject({ newAnnotations: 0, reopened: 1 })
    expect(await countBounded(agreement, 0)).toMatchObject({ reopened: 0 })
    // The filters ask for another round, so this annotation was never counted.
    const { agreement: otherRound } = await start({ rounds: [2] })
    await run(otherRound)
    expect(await read(otherRound)).toMatchObject({ reopened: 0 })
    await getDatabase().$executeRaw`
      update annotation set state = 'submitted', submitted_at = clock_timestamp(), finish_reason =
        case when -1 = any(ratings) then 'found_error'::finish_reason else 'solution' end
      where project_id = ${project.id}::uuid and id = ${annotations[0]!.annotation}::uuid`
    expect(await read(agreement)).toMatchObject({ newAnnotations: 1, reopened: 0 })
    // A new computation includes everything before it.
    await returnToAnnotator(annotations[1]!)
    const { agreement: next } = await start({ rounds: [1] })
    await run(next)
    expect(await read(next)).toMatchObject({ newAnnotations: 0, reopened: 0 })
  })

  test('is not returned if it was stored in an older format', async () => {
    const { agreement } = await start()
    await run(agreement)
    await getDatabase().agreementRun.updateMany({
      where: { projectId: project.id, id: agreement },
      data: { result: { report: 3 } },
    })
    expect(await read(agreement)).toMatchObject({ state: 'done', result: null })
    await expect(readFile(agreement, 'csv')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/older version/) as string,
    })
    const { choices } = await listAgreements.execute(project.admin, { project: project.slug })
    expect(choices).toBeNull()
  })

  test('is exported to CSV without spreadsheet formulas', async () => {
    const people = [
      await makeMember(project, 'annotator', { name: '=cmd|calc' }),
      await makeMember(project, 'annotator', { name: 'Mei Lin' }),
    ] as const
    await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 5 }, people)
    const { agreement } = await start()
    await expect(readFile(agreement, 'csv')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/still running/) as string,
    })
    await run(agreement)
    const rows = await readFile(agreement, 'csv')
    expect(rows[0]).toBe('part,name,a,b,n,value,low,high,missing_reason')
    expect(rows).toContainEqual(
      expect.stringMatching(/^"measure","firstErrorExact","","",20,0\.75,/),
    )
    expect(rows).toContainEqual(expect.stringMatching(/^"pair",.*"'=cmd\|calc \(/))
    expect(rows.some((row) => /(^|,)"?[=+@]/.test(row))).toBe(false)
    expect(rows).toContainEqual('"confusion","",-1,0,3,"","","",""')
    const file = JSON.parse((await readFile(agreement, 'json')).join('\n')) as AgreementResult
    const { result } = await read(agreement)
    expect(file).toMatchObject({ sample: 'all', report: result!.report })
  })
})

async function readFile(agreement: string, format: 'csv' | 'json'): Promise<string[]> {
  const reply = await readAgreementReport.execute(project.admin, { ...key(agreement), format })
  return readReplyLines(reply)
}

/** A run that is about to read annotations waits for this to end. */
const runWhileGoldLocked = <T>(meanwhile: () => Promise<T>) =>
  runWhileLocked((db) => db.$executeRaw`lock table gold_item in access exclusive mode`, meanwhile)
