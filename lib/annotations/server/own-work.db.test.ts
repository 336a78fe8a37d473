import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { maxAnnotationsForPace, paceChartDays } from '@/lib/annotations/pace-days'
import type { Person } from '@/lib/auth/actor'
import type { FinishReason, Rating } from '@/lib/formats/record'
import { pauseAnnotator } from '@/lib/people/server/pause-commands'
import type { InputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getProgress } from '@/lib/progress/server/queries'
import { addMember } from '@/lib/projects/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import type { listOwnAnnotationsContract } from '../own-contract'
import { getOwnAnnotation, getOwnWork, listOwnAnnotations } from './own-work'

useTestDatabase()

/** Stored in everything that an annotator must not see: references, answers, verdicts, others’ notes. */
const canary = 'CANARY'
const canaryScore = 0.8137264519

interface Fixture {
  project: TestProject
  person: Person
  other: Person
  solutions: string[]
}

async function makeFixture(solutions = 3): Promise<Fixture> {
  const project = await makeProject({ overlap: 3 })
  const line = makeProblemLine(
    'p',
    Array.from({ length: solutions }, () => canaryScore),
  )
  Object.assign(line, { reference_solution: `${canary} reference`, answer: `${canary} answer` })
  for (const sample of line.samples)
    Object.assign(sample, {
      answer: `${canary} wrong answer`,
      alternatives: { '1': ['One way', 'Another way'] },
    })
  await importLines(project, [line])
  const rows = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  await getDatabase().$executeRaw`
    update solution set verdict_reason = ${canary}, metadata = ${JSON.stringify({ [canary]: 1 })}::jsonb
    where project_id = ${project.id}::uuid`
  return {
    project,
    person: await makeMember(project, 'annotator'),
    other: await makeMember(project, 'annotator'),
    solutions: rows.map(({ id }) => id),
  }
}

interface Submission {
  by?: Person
  solution?: number
  ratings?: (Rating | null)[]
  flagged?: (boolean | null)[]
  finish?: FinishReason | null
  secondsAgo?: number
  activeMs?: number
  stepTimesMs?: number[]
  isQualityControl?: boolean
  isScreening?: boolean
}

async function insert(fixture: Fixture, submission: Submission = {}): Promise<string> {
  const id = randomUUID()
  const { ratings = [1, -1], finish = 'found_error', secondsAgo = 3600 } = submission
  const nulls = ratings.map(() => null)
  const note =
    finish === 'give_up' || finish === 'bad_problem'
      ? 'I don’t know the subject well enough.'
      : null
  await getDatabase().$executeRaw`
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, finish_note, total_time_ms, step_times_ms, is_quality_control, is_screening,
      submitted_at)
    values (${fixture.project.id}::uuid, ${id}::uuid, ${fixture.solutions[submission.solution ?? 0]}::uuid,
      ${(submission.by ?? fixture.person).userId}::uuid, 'x', ${finish ? 'submitted' : 'draft'}::annotation_state, 'solution', 3,
      jsonb_smallints(${JSON.stringify(ratings)}::jsonb),
      jsonb_booleans(${JSON.stringify(submission.flagged ?? nulls)}::jsonb),
      jsonb_smallints(${JSON.stringify(nulls)}::jsonb), jsonb_smallints(${JSON.stringify(nulls)}::jsonb),
      ${finish}::finish_reason, ${note}, ${submission.activeMs ?? 90_000},
      jsonb_ints(${JSON.stringify(submission.stepTimesMs ?? [])}::jsonb), ${submission.isQualityControl ?? false},
      ${submission.isScreening ?? false},
      case when ${finish !== null} then now() - make_interval(secs => ${secondsAgo}::float8) end)`
  return id
}

const list = (
  fixture: Fixture,
  filter: Partial<InputOf<typeof listOwnAnnotationsContract>> = {},
  by = fixture.person,
) => listOwnAnnotations.execute(by, { limit: 30, ...filter, project: fixture.project.slug })

const readAnnotation = (fixture: Fixture, annotation: string, by = fixture.person) =>
  getOwnAnnotation.execute(by, { project: fixture.project.slug, annotation })

const readOwnWork = (fixture: Fixture, by = fixture.person) =>
  getOwnWork.execute(by, { project: fixture.project.slug })

describe('the list of an annotator’s own annotations', () => {
  test('contains their submissions, newest first, without drafts', async () => {
    const fixture = await makeFixture()
    const older = await insert(fixture, { solution: 0, secondsAgo: 500 })
    const newer = await insert(fixture, {
      solution: 1,
      secondsAgo: 20,
      ratings: [1, 0, 1],
      finish: 'solution',
    })
    await insert(fixture, { solution: 2, finish: null, ratings: [1] })
    await insert(fixture, { solution: 2, by: fixture.other })
    const { annotations, count, next } = await list(fixture)
    expect({ count, next }).toEqual({ count: 2, next: null })
    expect(annotations).toMatchObject([
      { id: newer, finishReason: 'solution', rated: 3, steps: 3, activeMs: 90_000 },
      { id: older, finishReason: 'found_error', rated: 2, problem: 'Problem p: what is $1 + 1$?' },
    ])
  })

  test('contains every annotation once over all pages', async () => {
    const fixture = await makeFixture(9)
    const ids: string[] = []
    // Three annotations at each of three times: only the id distinguishes those of the same time.
    for (let i = 0; i < 9; i += 1) ids.push(await insert(fixture, { solution: i }))
    // In an order that the list would not have by chance.
    for (const [n, id] of ids.sort().reverse().entries())
      await getDatabase().$executeRaw`
        update annotation
        set submitted_at = timestamptz '2026-03-01 10:00:00.123456Z' + ${n % 3}::int * interval '1 microsecond'
        where id = ${id}::uuid`
    const { annotations: allAnnotations } = await list(fixture)
    const listedIds: string[] = []
    let after: string | undefined
    for (let page = 0; page < 9; page += 1) {
      const reply = await list(fixture, { limit: 2, after })
      listedIds.push(...reply.annotations.map(({ id }) => id))
      if (reply.next === null) break
      after = reply.next
    }
    expect(listedIds).toEqual(allAnnotations.map(({ id }) => id))
    const sorted = allAnnotations.toSorted((a, b) =>
      `${a.submittedAt} ${a.id}` < `${b.submittedAt} ${b.id}` ? 1 : -1,
    )
    expect(allAnnotations).toEqual(sorted)
    expect(listedIds.toSorted()).toEqual(ids.toSorted())
  })

  test('can be filtered, with the number of matches', async () => {
    const fixture = await makeFixture(5)
    const [withError, withoutError, givenUpAnnotation] = [
      await insert(fixture, { solution: 0, flagged: [null, true] }),
      await insert(fixture, { solution: 1, ratings: [1, 1, 1], finish: 'solution' }),
      await insert(fixture, { solution: 2, ratings: [], finish: 'give_up' }),
    ]
    const ids = async (filter: Parameters<typeof list>[1]) => {
      const { annotations, count } = await list(fixture, filter)
      expect(count).toBe(annotations.length)
      return annotations.map(({ id }) => id).sort()
    }
    expect(await ids({ finish: 'give_up' })).toEqual([givenUpAnnotation])
    expect(await ids({ flagged: 'yes' })).toEqual([withError])
    expect(await ids({ flagged: 'no' })).toEqual([withoutError, givenUpAnnotation].sort())
    expect(await ids({ finish: 'solution', flagged: 'yes' })).toEqual([])
  })

  test('counts a flag once although it is stored both with its step and as a note', async () => {
    const fixture = await makeFixture()
    const annotationId = await insert(fixture, { flagged: [true, true] })
    const key = { projectId: fixture.project.id, annotationId }
    await getDatabase().optionRating.create({
      data: {
        ...key,
        solutionId: fixture.solutions[0]!,
        step: 1,
        option: 1,
        position: 1,
        rating: 0,
        flagged: true,
      },
    })
    await getDatabase().stepNote.createMany({
      data: [
        { ...key, step: 1, kind: 'flag', text: 'Is this one?' },
        { ...key, step: 1, kind: 'comment', text: 'Nice' },
        { ...key, step: 0, kind: 'bad_split', text: 'Two steps' },
      ],
    })
    expect((await list(fixture)).annotations).toMatchObject([
      { flags: 3, comments: 1, badSplits: 1 },
    ])
  })

  test.each(['2026-01-01', '1_x', "1' or 1=1", `99999999999999999_${randomUUID()}`])(
    'rejects the invalid cursor %j',
    (after) => {
      const { input } = listOwnAnnotations.contract
      expect(input.safeParse({ project: 'p', after }).success).toBe(false)
    },
  )

  test('accepts the largest possible cursor', async () => {
    const fixture = await makeFixture(1)
    await insert(fixture)
    expect(
      (await list(fixture, { after: `${'9'.repeat(16)}_${randomUUID()}` })).annotations,
    ).toHaveLength(1)
    expect((await list(fixture, { after: `0_${randomUUID()}` })).annotations).toEqual([])
  })
})

describe('reopening an annotation', () => {
  const reopenable = async (fixture: Fixture) =>
    (await list(fixture)).annotations.filter(({ canReopen }) => canReopen).map(({ id }) => id)

  test('is offered for the last submission, for ten minutes', async () => {
    const fixture = await makeFixture()
    await insert(fixture, { solution: 0, secondsAgo: 60 })
    const last = await insert(fixture, { solution: 1, secondsAgo: 30 })
    expect(await reopenable(fixture)).toEqual([last])
    expect((await readAnnotation(fixture, last)).canReopen).toBe(true)
    await getDatabase().$executeRaw`
      update annotation set submitted_at = submitted_at - interval '10 minutes' where project_id = ${fixture.project.id}::uuid`
    expect(await reopenable(fixture)).toEqual([])
  })

  test('is not offered during a pause', async () => {
    const fixture = await makeFixture()
    const { project, person } = fixture
    const last = await insert(fixture, { secondsAgo: 30 })
    expect(await reopenable(fixture)).toEqual([last])
    const pause = { project: project.slug, user: person.userId, message: 'Let’s talk.' }
    await pauseAnnotator.execute(project.admin, pause)
    expect(await reopenable(fixture)).toEqual([])
    expect((await readAnnotation(fixture, last)).canReopen).toBe(false)
  })

  test('is not offered for an earlier submission, even if a filter hides the last one', async () => {
    const fixture = await makeFixture()
    await insert(fixture, { solution: 0, secondsAgo: 60 })
    await insert(fixture, { solution: 1, secondsAgo: 30, ratings: [1, 1, 1], finish: 'solution' })
    const { annotations } = await list(fixture, { finish: 'found_error' })
    expect(annotations.map(({ canReopen }) => canReopen)).toEqual([false])
  })

  test('is not offered for a screening annotation', async () => {
    const fixture = await makeFixture()
    await insert(fixture, { secondsAgo: 30, isScreening: true })
    expect(await reopenable(fixture)).toEqual([])
  })
})

describe('the summary of an annotator’s own work', () => {
  test('has counts of outcomes and of rework', async () => {
    const fixture = await makeFixture(5)
    await insert(fixture, { solution: 0, secondsAgo: 0 })
    await insert(fixture, { solution: 1, ratings: [1, 1, 1], finish: 'solution', secondsAgo: 9e5 })
    await insert(fixture, { solution: 2, by: fixture.other })
    const rework = { projectId: fixture.project.id, kind: 'returned' as const }
    await getDatabase().queueRework.createMany({
      data: [
        {
          ...rework,
          userId: fixture.person.userId,
          solutionId: fixture.solutions[3]!,
          note: 'Look at step 2.',
        },
        {
          ...rework,
          userId: fixture.other.userId,
          solutionId: fixture.solutions[4]!,
          note: canary,
        },
      ],
    })
    expect(await readOwnWork(fixture)).toMatchObject({
      foundError: 1,
      noError: 1,
      givenUp: 0,
      badProblem: 0,
      doneToday: 1,
      rework: [{ solution: fixture.solutions[3], note: 'Look at step 2.' }],
    })
    const { person, project } = fixture
    const progress = await getProgress.execute(person, { project: project.slug })
    expect(progress).toMatchObject({ doneToday: 1, returned: 1 })
  })

  test('has a row for each UTC day up to today', async () => {
    const fixture = await makeFixture(4)
    await insert(fixture, { solution: 0, secondsAgo: 0, ratings: [1, -1] })
    const ids = [
      await insert(fixture, { solution: 1, ratings: [1, 1, 1], finish: 'solution' }),
      await insert(fixture, { solution: 2 }),
      await insert(fixture, { solution: 3 }),
    ]
    const day = 24 * 3600
    // The last second of yesterday, the first moment of today, and a second before the first day.
    for (const [index, seconds] of [-1, 0, -(paceChartDays - 1) * day - 1].entries())
      await getDatabase().$executeRaw`
        update annotation set submitted_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
          + make_interval(secs => ${seconds}::float8)
        where id = ${ids[index]}::uuid`
    const { days } = await readOwnWork(fixture)
    expect(days).toHaveLength(paceChartDays)
    expect(days.at(-1)).toEqual({
      day: new Date().toISOString().slice(0, 10),
      annotations: 2,
      steps: 4,
    })
    expect(days.at(-2)).toMatchObject({ annotations: 1, steps: 3 })
    expect(days.reduce((sum, { annotations }) => sum + annotations, 0)).toBe(3)
  })

  test('has the median times of the annotator’s recent and earlier work', async () => {
    const fixture = await makeFixture(5)
    const fortyDays = 40 * 24 * 3600
    await insert(fixture, { solution: 0, activeMs: 60_000, stepTimesMs: [1_000, 0] })
    await insert(fixture, { solution: 1, activeMs: 80_000, stepTimesMs: [3_000, 9_000] })
    await insert(fixture, { solution: 2, activeMs: 200_000, secondsAgo: fortyDays })
    await insert(fixture, {
      solution: 0,
      activeMs: 9e6,
      stepTimesMs: [9e6, 9e6],
      by: fixture.other,
    })
    const { pace, previousPace } = await readOwnWork(fixture)
    // Median times per step of 500 and 6,000 ms in the two recent annotations.
    expect(pace).toEqual({ annotations: 2, medianAnnotationMs: 70_000, medianStepMs: 3_250 })
    expect(previousPace).toEqual({
      annotations: 1,
      medianAnnotationMs: 200_000,
      medianStepMs: null,
    })
  })

  test('takes medians of the newest annotations of each period, and counts all of them', async () => {
    const fixture = await makeFixture(maxAnnotationsForPace + 1)
    await insert(fixture, { activeMs: 60_000, secondsAgo: 60 })
    const [first, ...rest] = fixture.solutions
    expect(first).toBeDefined()
    // A copy for each solution: as many as the medians are of, the last one too old for them.
    await getDatabase().$executeRaw`
      insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, total_time_ms, step_times_ms, submitted_at)
      select project_id, gen_random_uuid(), copied.solution_id, user_id, labeler, state, flow, step_count, ratings,
        flagged, chosen, offered, finish_reason, case when copied.age < ${maxAnnotationsForPace / 2} then 60000 else 80000 end,
        step_times_ms, submitted_at - make_interval(mins => copied.age::int)
      from annotation, unnest(${rest}::uuid[]) with ordinality as copied(solution_id, age)
      where user_id = ${fixture.person.userId}::uuid`
    const { pace } = await readOwnWork(fixture)
    expect(pace).toMatchObject({
      annotations: maxAnnotationsForPace + 1,
      medianAnnotationMs: 70_000,
    })
  })

  test('has counts of 0 and no medians before the first submission', async () => {
    const fixture = await makeFixture(1)
    const { days, pace, rework } = await readOwnWork(fixture)
    expect(rework).toEqual([])
    expect(days.every(({ annotations, steps }) => annotations + steps === 0)).toBe(true)
    expect(pace).toEqual({ annotations: 0, medianAnnotationMs: null, medianStepMs: null })
  })
})

describe('one of an annotator’s own annotations', () => {
  test('is returned with ratings, options, notes and error details', async () => {
    const fixture = await makeFixture()
    const annotationId = await insert(fixture, { flagged: [true, true] })
    const key = { projectId: fixture.project.id, annotationId }
    await getDatabase().optionRating.createMany({
      data: [
        { ...key, solutionId: fixture.solutions[0]!, step: 1, option: 1, position: 1, rating: 1 },
        {
          ...key,
          solutionId: fixture.solutions[0]!,
          step: 1,
          option: 2,
          position: 2,
          rating: 0,
          flagged: true,
        },
      ],
    })
    await getDatabase().stepNote.createMany({
      data: [
        { ...key, step: 1, option: 2, kind: 'comment', text: 'Close' },
        { ...key, step: 1, kind: 'flag', text: 'Sure?' },
      ],
    })
    await getDatabase().$executeRaw`
      update annotation set explanation = 'The sum is $3$.', progress = 'some', tags = '{arithmetic}'
      where id = ${annotationId}::uuid`
    await getDatabase().$executeRaw`
      update project set error_tags = '[{"tag": "arithmetic", "label": "Wrong arithmetic"}]'
      where id = ${fixture.project.id}::uuid`
    const reply = await readAnnotation(fixture, annotationId)
    expect(reply).toMatchObject({
      finishReason: 'found_error',
      explanation: { source: 'The sum is $3$.' },
      progress: 'some',
      tags: ['Wrong arithmetic'],
      rated: 2,
      firstError: 1,
    })
    expect(reply.steps).toMatchObject([
      { rating: 1, notes: [{ kind: 'flag', text: '' }], options: [] },
      {
        rating: -1,
        notes: [{ kind: 'flag', text: 'Sure?' }],
        options: [
          { text: { source: 'One way' }, rating: 1, isChosen: false, notes: [] },
          {
            rating: 0,
            notes: [
              { kind: 'flag', text: '' },
              { kind: 'comment', text: 'Close' },
            ],
          },
        ],
      },
      { rating: null, notes: [], options: [], text: { source: 'Step 3 of p/0.' } },
    ])
  })

  test('is returned with the steps as they were rated, even after they were split or merged', async () => {
    const fixture = await makeFixture()
    const id = await insert(fixture)
    await getDatabase().$executeRaw`
      insert into solution_revision (project_id, solution_id, revision, steps, user_id, change)
      select project_id, id, revision, steps, ${fixture.person.userId}::uuid, 'split step 1' from solution
      where id = ${fixture.solutions[0]}::uuid`
    await getDatabase().$executeRaw`
      update solution set revision = 2, steps = '{a,b,c,d}' where id = ${fixture.solutions[0]}::uuid`
    expect((await readAnnotation(fixture, id)).steps.map((step) => step.text?.source)).toEqual([
      'Step 1 of p/0.',
      'Step 2 of p/0.',
      'Step 3 of p/0.',
    ])
    await getDatabase().$executeRaw`update annotation set revision = 2 where id = ${id}::uuid`
    expect((await readAnnotation(fixture, id)).steps).toHaveLength(4)
  })

  test('can’t be read by others, or while it is a draft', async () => {
    const [fixture, otherFixture] = [await makeFixture(), await makeFixture()]
    const ownAnnotation = await insert(fixture)
    const draft = await insert(fixture, { solution: 1, finish: null, ratings: [1] })
    const notFound = { code: 'not_found' }
    await expect(readAnnotation(fixture, ownAnnotation, fixture.other)).rejects.toMatchObject(
      notFound,
    )
    await expect(
      readAnnotation(fixture, ownAnnotation, fixture.project.admin),
    ).rejects.toMatchObject(notFound)
    await expect(readAnnotation(fixture, draft)).rejects.toMatchObject(notFound)
    await expect(
      readAnnotation(otherFixture, ownAnnotation, otherFixture.person),
    ).rejects.toMatchObject(notFound)
  })

  test('can’t be read through another project of the annotator', async () => {
    const [fixture, otherFixture] = [await makeFixture(), await makeFixture()]
    const ownAnnotation = await insert(fixture, { secondsAgo: 0 })
    const { email, name } = fixture.person
    await addMember.execute(otherFixture.project.admin, {
      project: otherFixture.project.slug,
      email,
      name,
      role: 'annotator',
    })
    await expect(readAnnotation(otherFixture, ownAnnotation, fixture.person)).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
    expect(await list(otherFixture, {}, fixture.person)).toMatchObject({
      count: 0,
      annotations: [],
    })
    const own = await readOwnWork(otherFixture, fixture.person)
    expect(own).toMatchObject({ foundError: 0, doneToday: 0, pace: { annotations: 0 } })
    expect(own.days.at(-1)!.annotations).toBe(0)
  })
})

test('an annotation of the step-choice flow is returned with options, choices and human options', async () => {
  const fixture = await makeFixture()
  const annotationId = await insert(fixture, { ratings: [1, 1, 1], finish: 'solution' })
  const key = { projectId: fixture.project.id, annotationId, solutionId: fixture.solutions[0]! }
  await getDatabase().$executeRaw`
    insert into step_option (project_id, solution_id, step, option, text)
    select ${fixture.project.id}::uuid, ${fixture.solutions[0]}::uuid, 0, o, 'Option ' || o from generate_series(0, 1) o`
  await getDatabase().optionRating.createMany({
    data: [
      { ...key, step: 0, option: 0, position: 0, rating: -1 },
      { ...key, step: 0, option: 1, position: 1, rating: 1, flagged: true },
    ],
  })
  await getDatabase().humanOption.create({
    data: { projectId: fixture.project.id, annotationId, step: 1, text: 'My own', flagged: true },
  })
  await getDatabase().$executeRaw`
    update annotation set flow = 'step_choice', chosen = '{1,null,null}', flagged = '{t,t,null}' where id = ${annotationId}::uuid`
  expect((await readAnnotation(fixture, annotationId)).steps).toMatchObject([
    {
      text: null,
      rating: null,
      options: [
        { text: { source: 'Option 0' }, isChosen: false },
        { text: { source: 'Option 1' }, isChosen: true, notes: [{ kind: 'flag', text: '' }] },
      ],
      humanOption: null,
    },
    { text: null, options: [], humanOption: { source: 'My own', isFlagged: true } },
  ])
  expect((await list(fixture)).annotations).toMatchObject([{ flags: 2 }])
})

describe('what an annotator can read of their work', () => {
  let fixture: Fixture
  let ownAnnotation: string

  beforeAll(async () => {
    fixture = await makeFixture()
    ownAnnotation = await insert(fixture, { solution: 0 })
    const otherAnnotation = await insert(fixture, {
      by: fixture.other,
      solution: 0,
      ratings: [],
      finish: 'give_up',
    })
    const key = { projectId: fixture.project.id, annotationId: otherAnnotation }
    await getDatabase().stepNote.create({
      data: { ...key, step: 0, kind: 'comment', text: canary },
    })
    await getDatabase().optionRating.create({
      data: {
        ...key,
        solutionId: fixture.solutions[0]!,
        step: 1,
        option: 1,
        position: 1,
        rating: -1,
      },
    })
    await getDatabase().$executeRaw`
      update annotation set finish_note = ${canary}, total_time_ms = 81372645 where id = ${otherAnnotation}::uuid`
  })

  const readAll = async () =>
    JSON.stringify([
      await readOwnWork(fixture),
      await list(fixture),
      await readAnnotation(fixture, ownAnnotation),
    ])

  test('contains no reference, answer, score, verdict or note of others', async () => {
    const replies = await readAll()
    expect(replies).toContain('Step 1 of p/0.')
    for (const secret of [
      canary,
      String(canaryScore),
      '81372645',
      'wrong',
      'verdict',
      fixture.other.userId,
    ])
      expect(replies).not.toContain(secret)
    expect((await readAnnotation(fixture, ownAnnotation)).steps[1]!.options).toEqual([])
  })

  test('is identical whether or not an annotation is marked as quality control', async () => {
    const before = await readAll()
    await getDatabase().$executeRaw`
      update annotation set is_quality_control = true where id = ${ownAnnotation}::uuid`
    expect(await readAll()).toBe(before)
  })
})
