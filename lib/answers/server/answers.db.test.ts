import { beforeEach, describe, expect, test, vi } from 'vitest'
import { importAnswers, readVerdict, readVerdicts } from '@/lib/answers/testing/answered-project'
import type { Person } from '@/lib/auth/actor'
import { Prisma } from '@/lib/generated/prisma/client'
import { graderVersion } from '@/lib/grading/grade-answer'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimSolutionOrThrow } from '@/lib/queue/testing/queue-fixtures'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { hashAnswerPair, answerPairHashSql } from './answer-pair-hash'
import { decideAnswerPair, withdrawAnswerDecision } from './commands'
import { applyDecisionsToImportedSolutions, storeAnswerPairDecision } from './pair-verdicts.sql'
import { countUndecidedAnswers, listAnswerPairs } from './queries'

useTestDatabase()

/** Allows for a busy machine. */
const waitOptions = { timeout: 15_000 }

let project: TestProject
let reviewer: Person

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
  reviewer = await makeMember(project, 'reviewer', { name: 'Rui Costa' })
})

const list = (input: Record<string, unknown> = {}) =>
  listAnswerPairs.execute(
    reviewer,
    listAnswerPairs.contract.input.parse({ project: project.slug, ...input }),
  )
const hashPair = (answer: string, referenceAnswer: string) =>
  hashAnswerPair(answer, referenceAnswer).toString('hex')
/** Who decides, and `decidedAt` of the decision that they have seen; null if they have seen none. */
interface DecisionContext {
  by?: Person
  expected?: string | null
}
const decide = (
  answer: string,
  referenceAnswer: string,
  verdict: string,
  note = '',
  { by = reviewer, expected = null }: DecisionContext = {},
) =>
  decideAnswerPair.execute(
    by,
    decideAnswerPair.contract.input.parse({
      project: project.slug,
      pair: hashPair(answer, referenceAnswer),
      verdict,
      note,
      expected,
    }),
  )
const withdrawDecision = (
  answer: string,
  referenceAnswer: string,
  { by = reviewer, expected = null }: DecisionContext = {},
) =>
  withdrawAnswerDecision.execute(by, {
    project: project.slug,
    pair: hashPair(answer, referenceAnswer),
    expected,
  })
/**
 * Two pairs are unsure (list and tuple, in two orders), one is wrong, one correct, one without an answer, one judged by
 * its file.
 */
const answers = [
  [
    'p',
    '(1, 2)',
    [
      { answer: '1, 2', score: 0.9 },
      { answer: '(1, 2)', score: 0.8 },
      { answer: '7', score: 0.7 },
      { answer: null, score: 0.6 },
    ],
  ],
  [
    'q',
    '(1, 2)',
    [
      { answer: '1, 2', score: 0.5 },
      { answer: '1, 2', score: 0.4, isCorrect: false },
    ],
  ],
  ['r', '(2, 1)', [{ answer: '1, 2', score: 0.3 }]],
] as const

describe('the counts of undecided answers', () => {
  test('count the unsure pairs of the list, and the solutions without a final answer', async () => {
    await importAnswers(project, answers)
    const count = () => countUndecidedAnswers.execute(reviewer, { project: project.slug })
    expect(await count()).toEqual({ pairs: (await list()).pairs.length, noAnswer: 1 })
    await decide('1, 2', '(1, 2)', 'unsure')
    expect(await count()).toEqual({ pairs: (await list()).pairs.length, noAnswer: 1 })
    expect((await list()).pairs).toHaveLength(1)
  })
})

describe('the list of answer pairs', () => {
  test('groups identical pairs of answer and reference answer, with the most frequent pairs first', async () => {
    await importAnswers(project, answers)
    const { pairs, counts, pages } = await list()
    expect(counts).toEqual({
      correct: 1,
      wrong: 2,
      unsure: 4,
      decided: 0,
      decidedUnsure: 0,
      noAnswer: 1,
      noReferenceAnswer: 0,
    })
    expect(pages).toBe(1)
    const first = await readVerdict(project, 'p/0')
    expect(pairs).toEqual([
      {
        answer: '1, 2',
        referenceAnswer: '(1, 2)',
        pair: hashPair('1, 2', '(1, 2)'),
        verdict: 'unsure',
        reason: first.reason,
        by: 'grader',
        decidedBy: null,
        decidedAt: null,
        note: null,
        solutions: 2,
        problems: 2,
        verdicts: { correct: 0, wrong: 0, unsure: 2 },
        example: {
          problem: 'Problem p: what is it?',
          solution: first.id,
          lastStep: 'Last of p/0.',
        },
      },
      expect.objectContaining({
        answer: '1, 2',
        referenceAnswer: '(2, 1)',
        solutions: 1,
        problems: 1,
      }),
    ])
  })

  test('lists decided pairs newest first and treats % and _ in a search as plain characters', async () => {
    await importAnswers(project, [
      ...answers,
      ['s', '50\\%', [{ answer: '50' }, { answer: '5_0' }, { answer: 'A' }]],
    ])
    await decide('1, 2', '(1, 2)', 'correct')
    await decide('1, 2', '(2, 1)', 'correct', 'Any order.')
    const { pairs, counts } = await list({ show: 'decided' })
    expect(counts).toMatchObject({ decided: 4 })
    // Newest first, regardless of the number of solutions.
    expect(pairs).toEqual([
      expect.objectContaining({
        referenceAnswer: '(2, 1)',
        verdict: 'correct',
        by: 'person',
        decidedBy: 'Rui Costa',
        note: 'Any order.',
        reason: 'Decided by a reviewer: Any order.',
        solutions: 1,
        decidedAt: expect.any(String) as string,
      }),
      expect.objectContaining({ referenceAnswer: '(1, 2)', solutions: 3 }),
    ])
    const search = async (text: string) =>
      (await list({ show: 'search', text })).pairs.map(({ answer }) => answer).sort()
    expect(await search('%')).toEqual(['50', '5_0', 'A'])
    expect(await search('_')).toEqual(['5_0'])
    expect(await search('\\')).toEqual(['50', '5_0', 'A'])
    expect(await search('a')).toEqual(['A'])
    expect(await search('(1')).toEqual(['(1, 2)', '1, 2', '7'])
    expect(await search('')).toHaveLength(7)
    expect((await list({ text: '(2, 1)' })).pairs).toEqual([])
  })

  test('shortens long answers', async () => {
    const longAnswer = `(1, ${'2'.repeat(5_000)}`
    await importAnswers(project, [
      ['p', `${longAnswer})`, [{ answer: longAnswer }, { answer: `${longAnswer}3` }]],
    ])
    const { pairs } = await list({ show: 'search' })
    expect(pairs.map(({ answer, referenceAnswer }) => [answer, referenceAnswer])).toEqual(
      [1, 2].map(() => [longAnswer.slice(0, 2_000), longAnswer.slice(0, 2_000)]),
    )
    expect(pairs.map(({ pair }) => pair)).toEqual([
      hashPair(longAnswer, `${longAnswer})`),
      hashPair(`${longAnswer}3`, `${longAnswer})`),
    ])
    const decidedPair = await decide(`${longAnswer}3`, `${longAnswer})`, 'correct')
    expect(decidedPair).toMatchObject({ changed: 1 })
  })

  test('returns 50 pairs per page', async () => {
    const referenceAnswers = Array.from({ length: 51 }, (_, i) => `(${i}, 2)`)
    await importAnswers(
      project,
      referenceAnswers.map(
        (referenceAnswer, i) =>
          [`p${i}`, referenceAnswer, [{ answer: referenceAnswer.slice(1, -1) }]] as const,
      ),
    )
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page })))
    expect(pages.map(({ pairs }) => pairs.length)).toEqual([50, 1, 0])
    expect(pages.map((page) => page.pages)).toEqual([2, 2, 2])
    expect(
      new Set(pages.flatMap(({ pairs }) => pairs.map(({ referenceAnswer }) => referenceAnswer))),
    ).toEqual(new Set(referenceAnswers))
  })

  test('excludes pairs of other projects', async () => {
    await importAnswers(await makeProject({}, project.admin), answers)
    expect(await list({ show: 'search' })).toEqual({
      pairs: [],
      pages: 0,
      counts: {
        correct: 0,
        wrong: 0,
        unsure: 0,
        decided: 0,
        decidedUnsure: 0,
        noAnswer: 0,
        noReferenceAnswer: 0,
      },
    })
  })
})

describe('a decision on a pair of answer and reference answer', () => {
  test('changes the verdicts of all its solutions, even those from files, and reorders the queue', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    const decidedPair = await decide('1, 2', '(1, 2)', 'wrong', '  Not a point. ')
    expect(decidedPair).toMatchObject({
      changed: 2,
      pair: { verdict: 'wrong', by: 'person', decidedBy: 'Rui Costa', solutions: 3, problems: 2 },
    })
    const verdict = {
      verdict: 'wrong',
      by: 'person',
      reason: 'Decided by a reviewer: Not a point.',
    }
    const after = await readVerdicts(project)
    const decidedRows = after.filter(({ by }) => by === 'person')
    expect(decidedRows.map((row) => row.name)).toEqual(['p/0', 'q/0', 'q/1'])
    for (const row of decidedRows) expect(row).toMatchObject({ ...verdict, user: reviewer.userId })
    expect(after.filter(({ by }) => by !== 'person').map(omitQueuePosition)).toEqual(
      before
        .filter(({ name: solutionName }) => !/p\/0|q/.test(solutionName))
        .map(omitQueuePosition),
    )
    const listOrder = (rows: typeof after) => rows.map((row) => [row.name, row.tier, row.pass])
    expect(listOrder(before)).toEqual([
      ...[
        ['p/0', 3, 1],
        ['p/1', 3, 2],
        ['p/2', 1, 1],
        ['p/3', 3, 3],
      ],
      ...[
        ['q/0', 3, 1],
        ['q/1', 1, 1],
        ['r/0', 3, 1],
      ],
    ])
    expect(listOrder(after)).toEqual([
      ...[
        ['p/0', 1, 1],
        ['p/1', 3, 1],
        ['p/2', 1, 2],
        ['p/3', 3, 2],
      ],
      ...[
        ['q/0', 1, 1],
        ['q/1', 1, 2],
        ['r/0', 3, 1],
      ],
    ])
    expect((await list()).pairs.map(({ referenceAnswer }) => referenceAnswer)).toEqual(['(2, 1)'])
    await decide('1, 2', '(1, 2)', 'correct')
    expect(await readVerdict(project, 'q/1')).toMatchObject({
      verdict: 'correct',
      reason: 'Decided by a reviewer.',
      tier: 3,
    })
  })

  test('accepts unsure as a decision', async () => {
    await importAnswers(project, answers)
    expect(await decide('1, 2', '(2, 1)', 'unsure')).toMatchObject({ changed: 0 })
    expect((await list()).pairs.map(({ referenceAnswer }) => referenceAnswer)).toEqual(['(1, 2)'])
    expect((await list({ show: 'decided' })).pairs).toHaveLength(1)
  })

  test('changes no lease or queue item of a solution that is being labelled', async () => {
    await importAnswers(project, answers)
    const annotator = await makeMember(project, 'annotator')
    const { lease, solution } = await claimSolutionOrThrow(project, annotator)
    const readItems = () => getDatabase().$queryRaw<unknown[]>`
      select to_jsonb(q) as item, to_jsonb(l) as lease from queue_item q
        join lease l on l.project_id = q.project_id and l.solution_id = q.solution_id
      where q.project_id = ${project.id}::uuid`
    const before = await readItems()
    expect(before).toMatchObject([
      { item: { solution_id: solution, tier: 1 }, lease: { id: lease.id } },
    ])
    expect((await readVerdict(project, 'p/2')).id).toBe(solution)
    expect(await decide('7', '(1, 2)', 'correct')).toMatchObject({ changed: 1 })
    expect(await readItems()).toEqual(before)
  })

  test('rejects unknown pairs and those of other projects', async () => {
    const otherProject = await makeProject({}, project.admin)
    await importAnswers(otherProject, answers)
    await expect(decide('1, 2', '(1, 2)', 'correct')).rejects.toMatchObject({ code: 'not_found' })
    expect(await getDatabase().answerDecision.count()).toBe(
      await getDatabase().answerDecision.count({ where: { projectId: { not: project.id } } }),
    )
    expect((await readVerdicts(otherProject)).filter(({ by }) => by === 'person')).toEqual([])
  })

  test('is applied to all its solutions, or rejected if another reviewer decides concurrently', async () => {
    await importAnswers(
      project,
      Array.from(
        { length: 20 },
        (_, i) =>
          [
            `p${i}`,
            '(1, 2)',
            [
              { answer: '1, 2', score: 0.5 },
              { answer: '3', score: 0.4 },
            ],
          ] as const,
      ),
    )
    let expected: string | null = null
    for (let turn = 0; turn < 4; turn++) {
      const outcomes = await Promise.allSettled([
        decide('1, 2', '(1, 2)', 'correct', '', { expected }),
        decide('1, 2', '(1, 2)', 'wrong', '', { by: project.admin, expected }),
        decide('3', '(1, 2)', turn % 2 === 0 ? 'correct' : 'wrong'),
      ])
      expect(outcomes[2]?.status).toBe('fulfilled')
      for (const each of outcomes)
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' })
      // The later of the first two is rejected, because its reviewer has not seen the earlier one.
      const rejectedResults = outcomes.filter(({ status }) => status === 'rejected')
      expect(rejectedResults).toHaveLength(1)
      expected = await readDecidedAt('1, 2')
      const rows = await readVerdicts(project)
      const decision = await getDatabase().answerDecision.findFirstOrThrow({
        where: { projectId: project.id, answer: '1, 2' },
        select: { verdict: true, userId: true },
      })
      for (const row of rows.filter((_, i) => i % 2 === 0))
        expect(row).toMatchObject({ verdict: decision.verdict, user: decision.userId })
      for (const { verdict, tier } of rows) expect(tier).toBe(verdict === 'wrong' ? 1 : 3)
    }
  })
})

describe('withdrawing a decision on an answer pair', () => {
  test('restores the verdict from the imported file, or grades again if it has none', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    await decide('1, 2', '(1, 2)', 'correct')
    await decide('1, 2', '(1, 2)', 'wrong')
    expect(await withdrawDecision('1, 2', '(1, 2)')).toMatchObject({
      changed: 2,
      pair: { verdict: 'unsure', by: 'grader', decidedBy: null, note: null },
    })
    expect(await readVerdicts(project)).toEqual(before)
    expect(before.find((row) => row.name === 'q/1')).toMatchObject({ verdict: 'wrong', by: 'file' })
    await expect(withdrawDecision('1, 2', '(1, 2)')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('grades the pair again in the grader mode of the project', async () => {
    project = await makeProject({ graderMode: 'exact' }, project.admin)
    reviewer = await makeMember(project, 'reviewer')
    await importAnswers(project, answers)
    await decide('1, 2', '(1, 2)', 'correct')
    expect(await withdrawDecision('1, 2', '(1, 2)')).toMatchObject({ pair: { verdict: 'wrong' } })
  })

  test('stores the version of the grader that regraded', async () => {
    await importAnswers(project, answers)
    await getDatabase().$executeRaw`
      update solution set grader_version = 'old-1' where project_id = ${project.id}::uuid`
    await decide('1, 2', '(1, 2)', 'wrong')
    expect(await readVerdict(project, 'p/0')).toMatchObject({ version: 'old-1' })
    await withdrawDecision('1, 2', '(1, 2)')
    expect(await readVerdict(project, 'p/0')).toMatchObject({ version: graderVersion })
    // Restores the verdict of the file, because the grader was never asked.
    expect(await readVerdict(project, 'q/1')).toMatchObject({ by: 'file', version: 'old-1' })
  })

  test('changes nothing in other projects', async () => {
    const otherProject = await makeProject({}, project.admin)
    for (const each of [project, otherProject]) {
      await importAnswers(each, answers)
      const pair = hashPair('1, 2', '(1, 2)')
      const input = {
        project: each.slug,
        pair,
        verdict: 'wrong',
        note: '',
        expected: null,
      } as const
      await decideAnswerPair.execute(project.admin, input)
    }
    await withdrawDecision('1, 2', '(1, 2)', { by: project.admin })
    expect(
      await getDatabase().answerDecision.count({ where: { projectId: otherProject.id } }),
    ).toBe(1)
    expect(await readVerdict(otherProject, 'p/0')).toMatchObject({ verdict: 'wrong', by: 'person' })
  })

  test('waits for an import that is committing and also applies to its solutions', async () => {
    await importAnswers(project, answers)
    await decide('1, 2', '(1, 2)', 'wrong')
    const { withdrawal } = await runWhileLocked(
      async (db) => {
        await lockVerdicts(db, project.id, 'shared')
        await db.$executeRaw`
        update solution set answer = '1, 2' where project_id = ${project.id}::uuid and external_id = 'p/3'`
        await applyDecisionsToImportedSolutions(db, {
          projectId: project.id,
          importId: await readImport(db),
        })
      },
      async () => {
        const withdrawal = withdrawDecision('1, 2', '(1, 2)')
        await Promise.race([
          withdrawal,
          vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), waitOptions),
        ])
        return { withdrawal }
      },
    )
    await withdrawal
    expect(await readVerdict(project, 'p/3')).toMatchObject({ verdict: 'unsure', by: 'grader' })
  })
})

describe('a decision by a second reviewer', () => {
  test('is rejected if the reviewer has not seen the current decision; the error names who decided and when', async () => {
    await importAnswers(project, answers)
    const first = await decide('1, 2', '(1, 2)', 'wrong', 'Not a point.', { by: project.admin })
    const { decidedAt } = first.pair
    const before = await readVerdicts(project)
    const { name: admin } = project.admin
    for (const action of [
      () => decide('1, 2', '(1, 2)', 'correct'),
      () => decide('1, 2', '(1, 2)', 'wrong', '', { expected: '2026-01-01T00:00:00.000Z' }),
      () => withdrawDecision('1, 2', '(1, 2)'),
    ])
      await expect(action()).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`${admin} decided on this pair on `) as string,
        details: {
          current: { verdict: 'wrong', decidedBy: admin, decidedAt, note: 'Not a point.' },
        },
      })
    expect(await readVerdicts(project)).toEqual(before)
    await decide('1, 2', '(1, 2)', 'correct', '', { expected: decidedAt })
    expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'correct' })
  })

  test('replaces the current decision if the reviewer made it or has seen it', async () => {
    await importAnswers(project, answers)
    await decide('1, 2', '(1, 2)', 'wrong')
    const { pair } = await decide('1, 2', '(1, 2)', 'correct')
    await withdrawDecision('1, 2', '(1, 2)', { by: project.admin, expected: pair.decidedAt })
    expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'unsure', by: 'grader' })
  })
})

describe('decisions on answer pairs during imports', () => {
  test('a decision applies to later imports, even if the file has other verdicts', async () => {
    await importAnswers(project, answers)
    await decide('1, 2', '(1, 2)', 'wrong', 'Not a point.')
    await importAnswers(project, [
      [
        'x',
        '(1, 2)',
        [
          { answer: '1, 2', score: 0.1 },
          { answer: '1, 2', isCorrect: true },
        ],
      ],
      ['y', '(2, 1)', [{ answer: '1, 2' }]],
    ])
    const verdict = {
      verdict: 'wrong',
      by: 'person',
      reason: 'Decided by a reviewer: Not a point.',
    }
    expect(await readVerdict(project, 'x/0')).toMatchObject({
      ...verdict,
      tier: 1,
      user: reviewer.userId,
    })
    expect(await readVerdict(project, 'x/1')).toMatchObject({ ...verdict, tier: 2 })
    expect(await readVerdict(project, 'y/0')).toMatchObject({ verdict: 'unsure', by: 'grader' })
  })

  test('an import waits for a decision that commits first and applies it to its solutions', async () => {
    await importAnswers(project, answers)
    const { importPromise } = await runWhileLocked(
      async (db) => {
        await lockVerdicts(db, project.id, 'alone')
        const decision = { verdict: 'wrong', note: '', userId: reviewer.userId } as const
        await storeAnswerPairDecision(
          db,
          project.id,
          { answer: '1, 2', referenceAnswer: '(1, 2)' },
          decision,
        )
      },
      async () => {
        const importPromise = importAnswers(project, [
          ['x', '(1, 2)', [{ answer: '1, 2', score: 0.5 }]],
        ])
        await Promise.race([
          importPromise,
          vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), waitOptions),
        ])
        return { importPromise }
      },
    )
    await importPromise
    expect(await readVerdict(project, 'x/0')).toMatchObject({
      verdict: 'wrong',
      by: 'person',
      tier: 1,
    })
  })

  test('a decision waits for a committing import and applies to its solutions', async () => {
    await importAnswers(project, answers)
    const { verdictDecision } = await runWhileLocked(
      async (db) => {
        await lockVerdicts(db, project.id, 'shared')
        await db.$executeRaw`
        update solution set answer = '1, 2' where project_id = ${project.id}::uuid and external_id = 'p/3'`
      },
      async () => {
        const verdictDecision = decide('1, 2', '(1, 2)', 'wrong')
        await Promise.race([
          verdictDecision,
          vi.waitFor(async () => expect(await countBlockedStatements()).toBe(1), waitOptions),
        ])
        return { verdictDecision }
      },
    )
    await verdictDecision
    expect(await readVerdict(project, 'p/3')).toMatchObject({ verdict: 'wrong', by: 'person' })
  })

  test(
    'a decision that waits too long for an import is rejected and changes nothing',
    { timeout: 30_000 },
    async () => {
      await importAnswers(project, answers)
      const before = await readVerdicts(project)
      await getDatabase().$transaction(
        async (db) => {
          await setTransactionLimits(db, { idleMs: 0, totalMs: 0 })
          await lockVerdicts(db, project.id, 'shared')
          await expect(decide('1, 2', '(1, 2)', 'wrong')).rejects.toMatchObject({
            code: 'conflict',
          })
        },
        { timeout: 25_000 },
      )
      expect(await readVerdicts(project)).toEqual(before)
    },
  )
})

async function readDecidedAt(answer: string): Promise<string> {
  const { decidedAt } = await getDatabase().answerDecision.findFirstOrThrow({
    where: { projectId: project.id, answer },
    select: { decidedAt: true },
  })
  return decidedAt.toISOString()
}

async function readImport(db: Transaction): Promise<string> {
  const { id } = await db.importBatch.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  return id
}

test('PostgreSQL and TypeScript compute the same hash of an answer pair', async () => {
  for (const [answer, referenceAnswer] of [
    ['1, 2', '(1, 2)'],
    ['é\\', '𝒳\n'],
    ['', ' '],
  ] as const) {
    const hash = answerPairHashSql(
      Prisma.sql`${answer}::text`,
      Prisma.sql`${referenceAnswer}::text`,
    )
    const [row] = await getDatabase().$queryRaw<
      [{ hex: string }]
    >`select encode(${hash}, 'hex') as hex`
    expect(row.hex).toBe(hashPair(answer, referenceAnswer))
  }
  expect(hashPair('1', '23')).not.toBe(hashPair('12', '3'))
})

const omitQueuePosition = ({
  tier: _,
  pass: __,
  ...row
}: Awaited<ReturnType<typeof readVerdict>>) => row
