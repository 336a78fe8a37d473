import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Rules about annotations that several domains need in SQL, each written once. They read annotation `l`, or the row that the
 * caller names. Compound conditions have parentheses, so that they can be negated and joined with `or`.
 */
const defaultRow = Prisma.sql`l`

/** It was served as gold among work. False for screening. The partial index `annotation_gold` covers submitted ones. */
export const isServedAsGoldSql = Prisma.sql`(l.is_quality_control and not l.is_screening)`

/**
 * It was served as gold or screening. Where annotators are compared, this decides and not `isQualityControlSql`: work on a
 * solution that becomes gold later was independent work.
 */
export const isServedForQualityControlSql = (row = defaultRow) =>
  Prisma.sql`(${row}.is_quality_control or ${row}.is_screening)`

/** It counts as work: it was not served as gold or screening, and its solution is not gold now. */
export const countsAsWorkSql = (row = defaultRow) =>
  Prisma.sql`(not ${row}.is_quality_control and not ${row}.is_screening and not exists (select from gold_item known
    where known.project_id = ${row}.project_id and known.solution_id = ${row}.solution_id))`

/** It gives a first error or says that there is none. It was neither given up nor reported as a bad problem. */
export const hasConclusiveFinishReasonSql = Prisma.sql`l.finish_reason in ('solution', 'found_error')`

/** Its first error, 0-based; null if it finds none or is not finished. */
export const firstErrorSql = (row = defaultRow) =>
  Prisma.sql`(case when ${row}.finish_reason = 'found_error' then find_first_error(${row}.ratings) end)`

/** It belongs to quality control: the opposite of `countsAsWorkSql`. */
export const isQualityControlSql = Prisma.sql`(not ${countsAsWorkSql()})`

/**
 * Conditions for comparing submitted annotation `l` of solution `s` with others, by the reason that excludes it. The view
 * `comparable_annotation` has the same conditions, which a test checks.
 */
export const comparisonConditionsSql = {
  stepChoice: Prisma.sql`l.flow = 'solution'`,
  screening: Prisma.sql`not l.is_screening`,
  gold: Prisma.sql`not l.is_quality_control`,
  unfinished: hasConclusiveFinishReasonSql,
  irregular: Prisma.sql`l.irregular is null`,
  olderSteps: Prisma.sql`l.revision = s.revision`,
} as const

type ComparisonCondition = keyof typeof comparisonConditionsSql

const listComparisonConditions = () =>
  Object.entries(comparisonConditionsSql) as [ComparisonCondition, Prisma.Sql][]

/** Annotation `l` of solution `s` meets the conditions, except those left out. */
export const isComparableSql = (except: readonly ComparisonCondition[] = []) =>
  Prisma.join(
    listComparisonConditions().flatMap(([name, condition]) =>
      except.includes(name) ? [] : [condition],
    ),
    ' and ',
    '(',
    ')',
  )

/** The first reason why annotation `l` of solution `s` is not compared; null if it is. */
export const incomparableReasonSql = Prisma.sql`case ${Prisma.join(
  listComparisonConditions().map(
    ([name, condition]) => Prisma.sql`when (${condition}) is not true then ${name}::text`,
  ),
  ' ',
)} end`

/**
 * The round that served annotation `l`, for queue item `q` of its solution. Of an imported annotation, the generation in its line; null
 * if the line has none.
 */
export const servingRoundSql = Prisma.sql`coalesce(l.generation, case when l.import_id is null then q.round end)`

/** Queue item `q` is still of the round that served annotation `l`. No round has served an imported one. */
const isOfServingRoundSql = Prisma.sql`(l.import_id is null and q.round = ${servingRoundSql})`

/**
 * The slice for which the round that served annotation `l` selected the solution of queue item `q`. Null if it is unknown: the
 * annotation is imported, or another round has selected the solution since.
 */
export const servingSliceSql = Prisma.sql`(case when ${isOfServingRoundSql} then q.slice end)`

/** Whether `servingSliceSql` is one of these. A plain condition on `q`, which the planner can use. */
export const isOfSliceSql = (slices: readonly string[]) =>
  Prisma.sql`(q.slice = any(${slices}::text[]) and ${isOfServingRoundSql})`

/** The time in the line of an imported annotation `l`, as text that sorts by time; null if the line has none. */
const recordedTimeSql = Prisma.sql`nullif(l.recorded_at, '') collate "C"`

/** A time as PRM800K writes it: without a zone, and with microseconds only if there are any. */
const isoTextSql = (time: Prisma.Sql) => Prisma.sql`regexp_replace(
  to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.000000$', '')`

/** When annotation `l` was submitted, as text that sorts by time; null if unknown. `formatPrm800kSubmissionTime` is the same rule. */
export const submissionTimeSql = Prisma.sql`
  coalesce(${isoTextSql(Prisma.sql`l.submitted_at`)}, ${recordedTimeSql})`

/**
 * A time as text to compare with the times of imported lines. Midnight is only the day, because `2022-07-01 10:00` and `2022-07-01`
 * sort before `2022-07-01T00:00:00`.
 */
const timeLimitTextSql = (time: Prisma.Sql) =>
  Prisma.sql`regexp_replace(${isoTextSql(time)}, 'T00:00:00$', '')`

/**
 * Whether annotation `l` was submitted at or after this time, or before it. Not true if the time is unknown. The text of the time is
 * made once, not for each row.
 */
export const compareSubmissionTimeSql = (sign: '>=' | '<', time: Prisma.Sql) => {
  const operator = sign === '<' ? Prisma.sql`<` : Prisma.sql`>=`
  return Prisma.sql`(l.submitted_at ${operator} ${time} or l.submitted_at is null
    and ${recordedTimeSql} ${operator} (select ${timeLimitTextSql(time)}))`
}
