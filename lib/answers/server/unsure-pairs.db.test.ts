import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importAnswers } from '@/lib/answers/testing/answered-project'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import {
  applyListChanges,
  correctGroups,
  countWrongGroups,
} from '@/lib/platform/server/stored-lists.sql'
import { openLongTransaction } from '@/lib/platform/testing/open-transaction'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { countUndecidedAnswers, listAnswerPairs } from './queries'
import { correctUnsureAnswers, countWrongUnsureAnswers, unsurePairs } from './unsure-pairs.sql'

useTestDatabase()

let project: TestProject
let solutions: string[]

/** More than the start of an answer that is in the index. */
const longStart = '1 + '.repeat(40)
const answerTexts = ['x', 'y', 'é', 'Z', `${longStart}x`, `${longStart}y`, null]

beforeAll(async () => {
  project = await makeProject()
})
beforeEach(() => makeAnsweredProject())

/** Six problems, two of them with the same reference answer and one with none, each with four answers. */
async function makeAnsweredProject() {
  project = await makeProject({}, project.admin)
  const references = ['x', 'x', 'y', `${longStart}z`, 'Z', null]
  await importAnswers(
    project,
    references.map((reference, i) => [
      `p${i}`,
      reference,
      [0, 1, 2, 3].map((n) => ({ answer: answerTexts[(i + 2 * n) % answerTexts.length]! })),
    ]),
  )
  const rows = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    orderBy: { externalId: 'asc' },
    select: { id: true },
  })
  solutions = rows.map(({ id }) => id)
}

type ApplyChange = (
  db: Transaction,
  target: { ids: string[]; text: string | null },
) => Promise<unknown>

const setVerdict =
  (verdict: 'unsure' | 'wrong', source: 'grader' | 'file' | 'person'): ApplyChange =>
  (db, { ids }) =>
    db.$executeRaw`
      update solution set verdict = ${verdict}::verdict, verdict_source = ${source}::verdict_source,
        verdict_user_id = case when ${source} = 'person' then ${project.admin.userId}::uuid end
      where id = any (${ids}::uuid[])`

/** What can change a pair. */
const changes = {
  unsure: setVerdict('unsure', 'grader'),
  unsureInFile: setVerdict('unsure', 'file'),
  decideAsUnsure: setVerdict('unsure', 'person'),
  wrong: setVerdict('wrong', 'grader'),
  decide: setVerdict('wrong', 'person'),
  changeAnswer: (db, { ids, text }) =>
    db.$executeRaw`update solution set answer = ${text} where id = any (${ids}::uuid[])`,
  delete: (db, { ids }) => db.solution.deleteMany({ where: { id: { in: ids.slice(0, 2) } } }),
  runJob: () => applyListChanges(getDatabase(), unsurePairs),
} satisfies Record<string, ApplyChange>

interface Change {
  kind: keyof typeof changes
  first: number
  count: number
  text: string | null
}

const makeChange = ({ kind, first, count, text }: Change, db: Transaction = getDatabase()) =>
  changes[kind](db, { ids: solutions.slice(first, first + count), text })

/** The unsure pairs as listed, computed from all solutions. */
function recount(text = ''): Promise<unknown[]> {
  return getDatabase().$queryRaw`
    select s.answer, p.answer as "referenceAnswer", count(*)::int as solutions,
      count(distinct s.problem_id)::int as problems, min(s.id::text) as example,
      case when count(distinct s.verdict_source) = 1 then min(s.verdict_source)::text else 'grader' end as by
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where s.project_id = ${project.id}::uuid and s.verdict = 'unsure' and s.verdict_source <> 'person'
      and s.answer is not null and p.answer is not null
      and (position(lower(${text}) in lower(s.answer)) > 0 or position(lower(${text}) in lower(p.answer)) > 0)
    group by s.answer, p.answer order by count(*) desc, s.answer, p.answer`
}

async function listAll(text = ''): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await listAnswerPairs.execute(project.admin, {
      project: project.slug,
      show: 'unsure',
      text,
      page,
    })
    pages = list.pages
    rows.push(
      ...list.pairs.map(({ answer, referenceAnswer, problems, by, verdicts, example, ...pair }) => {
        expect(verdicts).toEqual({ correct: 0, wrong: 0, unsure: pair.solutions })
        expect(pair).toMatchObject({ verdict: 'unsure', decidedBy: null, decidedAt: null })
        return {
          answer,
          referenceAnswer,
          solutions: pair.solutions,
          problems,
          example: example.solution,
          by,
        }
      }),
    )
  }
  return rows
}

const countChanges = () =>
  getDatabase().unsurePairChange.count({ where: { projectId: project.id } })

async function expectRecounted() {
  const rows = await recount()
  expect(await listAll()).toEqual(rows)
  expect(await listAll('Y')).toEqual(await recount('Y'))
  const { pairs } = await countUndecidedAnswers.execute(project.admin, { project: project.slug })
  expect(pairs).toBe(rows.length)
  expect(await countWrongUnsureAnswers(getDatabase())).toBe(0)
  expect(await countWrongGroups(getDatabase(), unsurePairs)).toBe(0)
}

const everySolution = { first: 0, count: 24, text: null }

describe('the stored unsure pairs', () => {
  test(
    'are those of a recount after any changes, whenever the job runs',
    { timeout: 120_000 },
    async () => {
      const change = fc.record({
        kind: fc.constantFrom(...(Object.keys(changes) as Change['kind'][])),
        first: fc.nat(23),
        count: fc.integer({ min: 1, max: 8 }),
        text: fc.constantFrom(...answerTexts),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (list) => {
          await makeAnsweredProject()
          await makeChange({ kind: 'unsure', ...everySolution })
          for (const item of list) await makeChange(item)
          await expectRecounted()
          await changes.runJob()
          expect(await countChanges()).toBe(0)
          await expectRecounted()
        }),
        { numRuns: isFullTestRun ? 60 : 12 },
      )
    },
  )

  test('are those of a recount if there are several pages', async () => {
    await importAnswers(
      project,
      [0, 1, 2].map((i) => [
        `q${i}`,
        `x${i}`,
        Array.from({ length: 40 }, (_, n) => ({ answer: `${longStart}${n}` })),
      ]),
    )
    await getDatabase().$executeRaw`
      update solution set verdict = 'unsure', verdict_source = 'grader' where project_id = ${project.id}::uuid`
    await changes.runJob()
    await makeChange({ kind: 'decide', first: 3, count: 4, text: null })
    expect((await listAll()).length).toBeGreaterThan(100)
    await expectRecounted()
  })

  test('are right after two transactions that did not see each other', async () => {
    await makeChange({ kind: 'unsure', ...everySolution })
    await changes.runJob()
    const deciding = openLongTransaction((db) =>
      makeChange({ kind: 'decide', first: 0, count: 10, text: null }, db),
    )
    await deciding.started
    await makeChange({ kind: 'decide', first: 10, count: 6, text: null })
    await Promise.all([changes.runJob(), changes.runJob()])
    await expectRecounted()
    await deciding.end()
    await expectRecounted()
    await changes.runJob()
    await expectRecounted()
  })

  test('are compared with the solutions and corrected', async () => {
    await makeChange({ kind: 'unsure', ...everySolution })
    await changes.runJob()
    const { count } = await getDatabase().unsureAnswer.deleteMany({
      where: { solutionId: { in: solutions.slice(0, 3) } },
    })
    await getDatabase().unsureAnswer.updateMany({
      where: { solutionId: solutions[8]! },
      data: { pairHash: Buffer.from('wrong') },
    })
    await makeChange({ kind: 'unsureInFile', first: 9, count: 1, text: null })
    expect(await countWrongUnsureAnswers(getDatabase())).toBe(count + 1)
    expect(await correctUnsureAnswers(getDatabase())).toBe(count + 1)
    await expectRecounted()
    await changes.runJob()
    await getDatabase().unsurePair.updateMany({
      where: { projectId: project.id },
      data: { solutions: { increment: 1 } },
    })
    const wrong = await countWrongGroups(getDatabase(), unsurePairs)
    expect(wrong).toBe((await recount()).length)
    expect(await correctGroups(getDatabase(), unsurePairs)).toBe(wrong)
    await expectRecounted()
  })
})
