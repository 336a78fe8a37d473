import { beforeAll, describe, expect, test } from 'vitest'
import {
  comparisonConditions,
  findFirstErrorOfAnnotation,
  formatPrm800kSubmissionTime,
} from '@/lib/formats/annotation-rules'
import type { FinishReason, Flow, Rating } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import {
  isExactGoldAnswerSql,
  isGoldAnswerSql,
  isSubmittedGoldAnnotationSql,
} from '@/lib/gold/server/gold-answers.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import {
  firstErrorSql,
  incomparableReasonSql,
  isComparableSql,
  hasConclusiveFinishReasonSql,
  isOfSliceSql,
  isQualityControlSql,
  isServedAsGoldSql,
  isServedForQualityControlSql,
  compareSubmissionTimeSql,
  countsAsWorkSql,
  servingRoundSql,
  servingSliceSql,
  submissionTimeSql,
} from './annotation-rules.sql'

useTestDatabase()

interface Case {
  id: string
  flow: Flow
  is_screening: boolean
  is_quality_control: boolean
  finish_reason: FinishReason
  irregular: string | null
  revision: number
  ratings: (Rating | null)[]
}

/** Every combination of what the rules read, on one solution. Ratings fit the finish reason unless they are irregular. */
const cases: Case[] = []
for (const flow of ['solution', 'step_choice'] as const)
  for (const is_screening of [false, true])
    for (const is_quality_control of [false, true])
      for (const finish_reason of ['solution', 'found_error', 'give_up', 'bad_problem'] as const)
        for (const irregular of [null, 'It goes on.'])
          for (const revision of [1, 2]) {
            const regular: Rating[] =
              finish_reason === 'found_error'
                ? [1, -1]
                : finish_reason === 'solution'
                  ? [1, 1, 1]
                  : [-1]
            const irregularRatings =
              revision === 1 ? ([1, -1, 1] as const) : ([null, -1, -1] as const)
            const ratings = irregular === null ? regular : [...irregularRatings]
            const id = `0198a1f0-0000-7000-8000-${String(cases.length).padStart(12, '0')}`
            cases.push({
              id,
              flow,
              is_screening,
              is_quality_control,
              finish_reason,
              irregular,
              revision,
              ratings,
            })
          }

let project: TestProject

beforeAll(async () => {
  project = await makeProject()
  await importLines(project, [makeProblemLine('p', [0.5])])
  await getDatabase().$executeRaw`
    insert into annotation (project_id, id, solution_id, import_id, labeler, identity, state, origin, flow, step_count, ratings,
      flagged, chosen, offered, finish_reason, is_screening, is_quality_control, irregular, revision)
    select s.project_id, r.id, s.id, s.import_id, r.id::text, sha256(r.id::text::bytea), 'submitted', 'imported', r.flow::flow, 3,
      jsonb_smallints(r.ratings), array_fill(null::boolean, array[jsonb_array_length(r.ratings)]),
      array_fill(0::smallint, array[jsonb_array_length(r.ratings)]),
      array_fill(1::smallint, array[jsonb_array_length(r.ratings)]), r.finish_reason::finish_reason, r.is_screening,
      r.is_quality_control, r.irregular, r.revision
    from solution s, jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as r(id uuid, flow text, is_screening boolean,
      is_quality_control boolean, finish_reason text, irregular text, revision int, ratings jsonb)
    where s.project_id = ${project.id}::uuid`
})

/** The value of a rule by annotation, for gold `g` and queue item `q` of its solution. */
async function selectForCases<T>(column: Prisma.Sql): Promise<Map<string, T>> {
  const rows = await getDatabase().$queryRaw<{ id: string; value: T }[]>`
    select l.id, ${column} as value from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id
      cross join lateral (select s.project_id, s.id as solution_id, '{1}'::smallint[] as first_errors) g
      join queue_item q on q.project_id = s.project_id and q.solution_id = s.id
    where l.project_id = ${project.id}::uuid`
  expect(rows).toHaveLength(cases.length)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

const computeForCases = <T>(rule: (each: Case) => T) =>
  new Map(cases.map((each) => [each.id, rule(each)]))

const findReason = (each: Case) => {
  const { is_screening: isScreening, is_quality_control: isQualityControl } = each
  const annotation = { ...each, isScreening, isQualityControl, finishReason: each.finish_reason }
  const conditions = Object.entries(comparisonConditions)
  return conditions.find(([, holds]) => !holds(annotation, { revision: 1 }))?.[0] ?? null
}

describe('rules about annotations in SQL', () => {
  test('exclude the same annotations from comparison as in TypeScript and as comparable_annotation', async () => {
    expect(await selectForCases(incomparableReasonSql)).toEqual(computeForCases(findReason))
    const isCompared = computeForCases((each) => findReason(each) === null)
    expect([...isCompared.values()].filter(Boolean)).toHaveLength(2)
    expect(await selectForCases(isComparableSql())).toEqual(isCompared)
    const inView = Prisma.sql`exists (select from comparable_annotation c where c.project_id = l.project_id and c.id = l.id)`
    expect(await selectForCases(inView)).toEqual(isCompared)
  })

  test('find the same first error as in TypeScript and as comparable_annotation', async () => {
    const firstErrors = computeForCases(({ finish_reason: finishReason, ratings }) =>
      findFirstErrorOfAnnotation({ finishReason, ratings }),
    )
    expect(await selectForCases(firstErrorSql())).toEqual(firstErrors)
    const rows = await getDatabase().$queryRaw<{ id: string; error: number | null }[]>`
      select id, error from comparable_annotation where project_id = ${project.id}::uuid`
    expect(rows).toHaveLength(2)
    for (const { id, error } of rows) expect(error).toBe(firstErrors.get(id))
  })

  test('treat gold, screening and every annotation of a current gold solution as quality control', async () => {
    const isWork = computeForCases((each) => !each.is_screening && !each.is_quality_control)
    expect(await selectForCases(countsAsWorkSql())).toEqual(isWork)
    const { solutionId } = await getDatabase().annotation.findFirstOrThrow({
      where: { projectId: project.id },
      select: { solutionId: true },
    })
    const key = { projectId: project.id, solutionId }
    await getDatabase().goldItem.create({ data: { ...key, firstErrors: [] } })
    expect(await selectForCases(countsAsWorkSql())).toEqual(computeForCases(() => false))
    expect(await selectForCases(isQualityControlSql)).toEqual(computeForCases(() => true))
    await getDatabase().goldItem.delete({ where: { projectId_solutionId: key } })
    expect(await selectForCases(isQualityControlSql)).toEqual(
      computeForCases(({ id }) => !isWork.get(id)),
    )
  })

  test.each([
    ['isServedAsGoldSql', isServedAsGoldSql],
    ['isServedForQualityControlSql', isServedForQualityControlSql()],
    ['countsAsWorkSql', countsAsWorkSql()],
    ['hasConclusiveFinishReasonSql', hasConclusiveFinishReasonSql],
    ['isComparableSql', isComparableSql()],
    ['isOfSliceSql', isOfSliceSql(['other'])],
    ['isGoldAnswerSql', isGoldAnswerSql],
    ['isSubmittedGoldAnnotationSql', isSubmittedGoldAnnotationSql],
    ['isExactGoldAnswerSql', isExactGoldAnswerSql],
  ])('%s can be negated', async (_name, rule) => {
    const values = await selectForCases<boolean | null>(rule)
    const opposite = [...values].map(([id, value]) => [id, value === null ? null : !value])
    expect(await selectForCases(Prisma.sql`not ${rule}`)).toEqual(
      new Map(opposite as [string, unknown][]),
    )
  })
})

describe('the time of an annotation', () => {
  interface Time {
    submittedAt: string | null
    recordedAt: string | null
  }

  const readTime = async ({ submittedAt, recordedAt }: Time, value: Prisma.Sql) => {
    const [row] = await getDatabase().$queryRaw<[{ value: unknown }]>`
      select ${value} as value from (
        select ${submittedAt}::timestamptz as submitted_at, ${recordedAt}::text as recorded_at) l`
    return row.value
  }

  test.each<Time>([
    { submittedAt: '2026-03-02T09:01:10.250000Z', recordedAt: null },
    { submittedAt: '2026-03-02T09:01:10.000000Z', recordedAt: null },
    { submittedAt: '2026-03-02T00:00:00.000000Z', recordedAt: null },
    { submittedAt: null, recordedAt: '2022-07-01T10:00:00' },
    { submittedAt: null, recordedAt: '2022-07-01 10:00' },
    { submittedAt: null, recordedAt: '' },
    { submittedAt: null, recordedAt: null },
  ])('is the same as in TypeScript: $submittedAt, $recordedAt', async (time) => {
    expect(await readTime(time, submissionTimeSql)).toBe(formatPrm800kSubmissionTime(time))
  })

  const secondOfMarch = Prisma.sql`'2026-03-02T00:00:00Z'::timestamptz`

  test.each([
    ...['2026-03-02', '2026-03-02 10:00', '2026-03-02T00:00:00', '2026-03-02T00:00:00.5'],
    ...['2026-03-03 00:00'],
  ])('is not before the start of 2 March 2026: %s', async (time) => {
    const times: Time[] = [{ submittedAt: null, recordedAt: time }]
    if (time.includes('T')) times.push({ submittedAt: `${time}Z`, recordedAt: null })
    for (const annotationTime of times) {
      expect(await readTime(annotationTime, compareSubmissionTimeSql('>=', secondOfMarch))).toBe(
        true,
      )
      expect(await readTime(annotationTime, compareSubmissionTimeSql('<', secondOfMarch))).not.toBe(
        true,
      )
    }
  })

  test.each(['2026-03-01', '2026-03-01 23:59', '2026-03-01T23:59:59.999999'])(
    'is before the start of 2 March 2026: %s',
    async (time) => {
      const imported = { submittedAt: null, recordedAt: time }
      expect(await readTime(imported, compareSubmissionTimeSql('>=', secondOfMarch))).not.toBe(true)
      expect(await readTime(imported, compareSubmissionTimeSql('<', secondOfMarch))).toBe(true)
    },
  )

  test('is neither before nor after any time if the imported line has no time', async () => {
    for (const recordedAt of ['', null])
      for (const sign of ['<', '>='] as const) {
        const isInRange = compareSubmissionTimeSql(sign, secondOfMarch)
        expect(await readTime({ submittedAt: null, recordedAt }, isInRange)).not.toBe(true)
      }
  })
})

describe('the round that served an annotation', () => {
  const readRule = async (
    { generation, isImported }: { generation: number | null; isImported: boolean },
    value: Prisma.Sql,
  ) => {
    const importId = isImported ? project.id : null
    const [row] = await getDatabase().$queryRaw<[{ value: unknown }]>`
      select ${value} as value from (select ${generation}::int as generation, ${importId}::uuid as import_id) l,
        (select 3 as round, 'uncertain' as slice) q`
    return row.value
  }

  test.each([
    { generation: null, isImported: false, round: 3, slice: 'uncertain' },
    { generation: 3, isImported: false, round: 3, slice: 'uncertain' },
    { generation: 2, isImported: false, round: 2, slice: null },
    { generation: null, isImported: true, round: null, slice: null },
    { generation: 3, isImported: true, round: 3, slice: null },
  ])(
    'is $round, and its slice $slice (generation $generation, imported $isImported)',
    async ({ round, slice, ...annotation }) => {
      expect(await readRule(annotation, servingRoundSql)).toBe(round)
      expect(await readRule(annotation, servingSliceSql)).toBe(slice)
      expect(await readRule(annotation, isOfSliceSql(['uncertain']))).toBe(slice !== null)
    },
  )
})
