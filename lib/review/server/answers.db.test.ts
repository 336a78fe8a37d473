import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { Prisma } from '@/lib/generated/prisma/client'
import { graderVersion } from '@/lib/grading/grade'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { countWaiting, holding } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimSolution } from '@/lib/queue/testing/made-queue'
import { joinProject, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { importAnswers, readVerdict, readVerdicts } from '@/lib/review/testing/answered-project'
import { settleAnswers, unsettleAnswers } from './answers-commands'
import { listAnswerPairs } from './answers-queries'
import { hashPair, pairHash } from './hash-pair'
import { lockVerdicts } from '@/lib/grading/server/lock-verdicts.sql'
import { applyRulings, storeRuling } from './settle.sql'

useTestDatabase()

/** A busy machine takes its time. */
const untilWaiting = { timeout: 15_000 }

let project: MadeProject
let reviewer: Person

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
  reviewer = await joinProject(project, 'reviewer', { name: 'Rui Costa' })
})

const list = (input: Record<string, unknown> = {}) =>
  listAnswerPairs.execute(
    reviewer,
    listAnswerPairs.contract.input.parse({ project: project.slug, ...input }),
  )
const name = (given: string, truth: string) => hashPair(given, truth).toString('hex')
/** By somebody who knows of no word, or of this one. */
interface By {
  by?: Person
  seen?: string | null
}
const settle = (
  given: string,
  truth: string,
  verdict: string,
  note = '',
  { by = reviewer, seen = null }: By = {},
) =>
  settleAnswers.execute(
    by,
    settleAnswers.contract.input.parse({
      ...{ project: project.slug, pair: name(given, truth), verdict, note, seen },
    }),
  )
const unsettle = (given: string, truth: string, { by = reviewer, seen = null }: By = {}) =>
  unsettleAnswers.execute(by, { project: project.slug, pair: name(given, truth), seen })
/** Two pairs are unsure (a list and a tuple; two orders), one wrong, one right; one states none, one came judged. */
const answers = [
  [
    'p',
    '(1, 2)',
    [
      { given: '1, 2', score: 0.9 },
      { given: '(1, 2)', score: 0.8 },
      { given: '7', score: 0.7 },
      { given: null, score: 0.6 },
    ],
  ],
  [
    'q',
    '(1, 2)',
    [
      { given: '1, 2', score: 0.5 },
      { given: '1, 2', score: 0.4, isCorrect: false },
    ],
  ],
  ['r', '2, 1', [{ given: '1, 2', score: 0.3 }]],
] as const

describe('the list', () => {
  test('identical pairs stand together, those of most solutions first', async () => {
    await importAnswers(project, answers)
    const { pairs, counts, pages } = await list()
    expect(counts).toEqual({
      ...{ correct: 1, wrong: 2, unsure: 4, settled: 0 },
      ...{ leftUnsure: 0, unanswered: 1, unreferenced: 0 },
    })
    expect(pages).toBe(1)
    const first = await readVerdict(project, 'p/0')
    expect(pairs).toEqual([
      {
        ...{ given: '1, 2', truth: '(1, 2)', pair: name('1, 2', '(1, 2)') },
        ...{ verdict: 'unsure', reason: first.reason, by: 'grader' },
        ...{ ruledBy: null, ruledAt: null, note: null, solutions: 2, problems: 2 },
        verdicts: { correct: 0, wrong: 0, unsure: 2 },
        example: {
          problem: 'Problem p: what is it?',
          solution: first.id,
          lastStep: 'Last of p/0.',
        },
      },
      expect.objectContaining({ given: '1, 2', truth: '2, 1', solutions: 1, problems: 1 }),
    ])
  })

  test('what was settled, and everything that has a text, taken literally', async () => {
    await importAnswers(project, [
      ...answers,
      ['s', '50\\%', [{ given: '50' }, { given: '5_0' }, { given: 'A' }]],
    ])
    await settle('1, 2', '(1, 2)', 'correct')
    await settle('1, 2', '2, 1', 'correct', 'Any order.')
    const { pairs, counts } = await list({ show: 'settled' })
    expect(counts).toMatchObject({ settled: 4 })
    // Newest first, however few its solutions are.
    expect(pairs).toEqual([
      expect.objectContaining({
        ...{ truth: '2, 1', verdict: 'correct', by: 'person', ruledBy: 'Rui Costa' },
        ...{ note: 'Any order.', reason: 'A person says so: Any order.', solutions: 1 },
        ruledAt: expect.any(String) as string,
      }),
      expect.objectContaining({ truth: '(1, 2)', solutions: 3 }),
    ])
    const search = async (text: string) =>
      (await list({ show: 'search', text })).pairs.map(({ given }) => given).sort()
    expect(await search('%')).toEqual(['50', '5_0', 'A'])
    expect(await search('_')).toEqual(['5_0'])
    expect(await search('\\')).toEqual(['50', '5_0', 'A'])
    expect(await search('a')).toEqual(['A'])
    expect(await search('(1')).toEqual(['(1, 2)', '1, 2', '7'])
    expect(await search('')).toHaveLength(7)
    expect((await list({ text: '2, 1' })).pairs).toEqual([])
  })

  test('of a long answer it holds the beginning, under the name of the whole', async () => {
    const long = `(1, ${'2'.repeat(5_000)}`
    await importAnswers(project, [['p', `${long})`, [{ given: long }, { given: `${long}3` }]]])
    const { pairs } = await list({ show: 'search' })
    expect(pairs.map(({ given, truth }) => [given, truth])).toEqual(
      [1, 2].map(() => [long.slice(0, 2_000), long.slice(0, 2_000)]),
    )
    expect(pairs.map(({ pair }) => pair)).toEqual([
      name(long, `${long})`),
      name(`${long}3`, `${long})`),
    ])
    const settled = await settle(`${long}3`, `${long})`, 'correct')
    expect(settled).toMatchObject({ changed: 1 })
  })

  test('comes in pages', async () => {
    const truths = Array.from({ length: 51 }, (_, i) => `(${i}, 2)`)
    await importAnswers(
      project,
      truths.map((truth, i) => [`p${i}`, truth, [{ given: truth.slice(1, -1) }]] as const),
    )
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page })))
    expect(pages.map(({ pairs }) => pairs.length)).toEqual([50, 1, 0])
    expect(pages.map((page) => page.pages)).toEqual([2, 2, 2])
    expect(new Set(pages.flatMap(({ pairs }) => pairs.map(({ truth }) => truth)))).toEqual(
      new Set(truths),
    )
  })

  test('says nothing of another project', async () => {
    await importAnswers(await makeProject({}, project.admin), answers)
    expect(await list({ show: 'search' })).toEqual({
      ...{ pairs: [], pages: 0 },
      counts: {
        ...{ correct: 0, wrong: 0, unsure: 0, settled: 0 },
        ...{ leftUnsure: 0, unanswered: 0, unreferenced: 0 },
      },
    })
  })
})

describe('settling a pair', () => {
  test('holds for all its solutions, those that the file judged too, and ranks the queue anew', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    const settled = await settle('1, 2', '(1, 2)', 'wrong', '  Not a point. ')
    expect(settled).toMatchObject({
      changed: 2,
      pair: { verdict: 'wrong', by: 'person', ruledBy: 'Rui Costa', solutions: 3, problems: 2 },
    })
    const said = { verdict: 'wrong', by: 'person', reason: 'A person says so: Not a point.' }
    const after = await readVerdicts(project)
    const ruled = after.filter(({ by }) => by === 'person')
    expect(ruled.map((row) => row.name)).toEqual(['p/0', 'q/0', 'q/1'])
    for (const row of ruled) expect(row).toMatchObject({ ...said, user: reviewer.userId })
    expect(after.filter(({ by }) => by !== 'person').map(withoutPlace)).toEqual(
      before.filter(({ name: other }) => !/p\/0|q/.test(other)).map(withoutPlace),
    )
    const places = (rows: typeof after) => rows.map((row) => [row.name, row.tier, row.pass])
    expect(places(before)).toEqual([
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
    expect(places(after)).toEqual([
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
    expect((await list()).pairs.map(({ truth }) => truth)).toEqual(['2, 1'])
    await settle('1, 2', '(1, 2)', 'correct')
    expect(await readVerdict(project, 'q/1')).toMatchObject({
      ...{ verdict: 'correct', reason: 'A person says so.', tier: 3 },
    })
  })

  test('unsure is a word too: the pair waits no longer', async () => {
    await importAnswers(project, answers)
    expect(await settle('1, 2', '2, 1', 'unsure')).toMatchObject({ changed: 0 })
    expect((await list()).pairs.map(({ truth }) => truth)).toEqual(['(1, 2)'])
    expect((await list({ show: 'settled' })).pairs).toHaveLength(1)
  })

  test('touches no lease, no label and no place that somebody has begun', async () => {
    await importAnswers(project, answers)
    const annotator = await joinProject(project, 'annotator')
    const { lease, solution } = await claimSolution(project, annotator)
    const read = () => getDatabase().$queryRaw<unknown[]>`
      select to_jsonb(q) as item, to_jsonb(l) as lease from queue_item q
        join lease l on l.project_id = q.project_id and l.solution_id = q.solution_id
      where q.project_id = ${project.id}::uuid`
    const before = await read()
    expect(before).toMatchObject([
      { item: { solution_id: solution, tier: 1 }, lease: { id: lease.id } },
    ])
    expect((await readVerdict(project, 'p/2')).id).toBe(solution)
    expect(await settle('7', '(1, 2)', 'correct')).toMatchObject({ changed: 1 })
    expect(await read()).toEqual(before)
  })

  test('a pair that nobody has is not settled, nor one of another project', async () => {
    const other = await makeProject({}, project.admin)
    await importAnswers(other, answers)
    await expect(settle('1, 2', '(1, 2)', 'correct')).rejects.toMatchObject({ code: 'not_found' })
    expect(await getDatabase().answerRuling.count()).toBe(
      await getDatabase().answerRuling.count({ where: { projectId: { not: project.id } } }),
    )
    expect((await readVerdicts(other)).filter(({ by }) => by === 'person')).toEqual([])
  })

  test('two at once: one of them has the last word, everywhere', async () => {
    await importAnswers(
      project,
      Array.from(
        { length: 20 },
        (_, i) =>
          [
            `p${i}`,
            '(1, 2)',
            [
              { given: '1, 2', score: 0.5 },
              { given: '3', score: 0.4 },
            ],
          ] as const,
      ),
    )
    let seen: string | null = null
    for (let round = 0; round < 4; round++) {
      const said = await Promise.allSettled([
        settle('1, 2', '(1, 2)', 'correct', '', { seen }),
        settle('1, 2', '(1, 2)', 'wrong', '', { by: project.admin, seen }),
        settle('3', '(1, 2)', round % 2 === 0 ? 'correct' : 'wrong'),
      ])
      // The second of the two has not seen the first, unless the pair was theirs before.
      expect(said[2]?.status).toBe('fulfilled')
      for (const each of said)
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' })
      const refused = said.filter(({ status }) => status === 'rejected')
      expect(refused).toHaveLength(1)
      seen = await readRuledAt('1, 2')
      const rows = await readVerdicts(project)
      const ruling = await getDatabase().answerRuling.findFirstOrThrow({
        where: { projectId: project.id, given: '1, 2' },
        select: { verdict: true, userId: true },
      })
      for (const row of rows.filter((_, i) => i % 2 === 0))
        expect(row).toMatchObject({ verdict: ruling.verdict, user: ruling.userId })
      for (const { verdict, tier } of rows) expect(tier).toBe(verdict === 'wrong' ? 1 : 3)
    }
  })
})

describe('taking it back', () => {
  test('the pair is graded again; where the file had judged, its word counts again', async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    await settle('1, 2', '(1, 2)', 'correct')
    await settle('1, 2', '(1, 2)', 'wrong')
    expect(await unsettle('1, 2', '(1, 2)')).toMatchObject({
      ...{ changed: 2, pair: { verdict: 'unsure', by: 'grader', ruledBy: null, note: null } },
    })
    expect(await readVerdicts(project)).toEqual(before)
    expect(before.find((row) => row.name === 'q/1')).toMatchObject({ verdict: 'wrong', by: 'file' })
    await expect(unsettle('1, 2', '(1, 2)')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('goes by the project’s mode', async () => {
    project = await makeProject({ graderMode: 'exact' }, project.admin)
    reviewer = await joinProject(project, 'reviewer')
    await importAnswers(project, answers)
    await settle('1, 2', '(1, 2)', 'correct')
    expect(await unsettle('1, 2', '(1, 2)')).toMatchObject({ pair: { verdict: 'wrong' } })
  })

  test('what is graded again is graded by this grader', async () => {
    await importAnswers(project, answers)
    await getDatabase().$executeRaw`
      update solution set grader_version = 'old-1' where project_id = ${project.id}::uuid`
    await settle('1, 2', '(1, 2)', 'wrong')
    expect(await readVerdict(project, 'p/0')).toMatchObject({ version: 'old-1' })
    await unsettle('1, 2', '(1, 2)')
    expect(await readVerdict(project, 'p/0')).toMatchObject({ version: graderVersion })
    // The file's word stands again: of that the grader has said nothing new.
    expect(await readVerdict(project, 'q/1')).toMatchObject({ by: 'file', version: 'old-1' })
  })

  test('takes back nothing of another project', async () => {
    const other = await makeProject({}, project.admin)
    for (const each of [project, other]) {
      await importAnswers(each, answers)
      const pair = name('1, 2', '(1, 2)')
      const input = { project: each.slug, pair, verdict: 'wrong', note: '', seen: null } as const
      await settleAnswers.execute(project.admin, input)
    }
    await unsettle('1, 2', '(1, 2)', { by: project.admin })
    expect(await getDatabase().answerRuling.count({ where: { projectId: other.id } })).toBe(1)
    expect(await readVerdict(other, 'p/0')).toMatchObject({ verdict: 'wrong', by: 'person' })
  })

  test('waits for an import that is about to end', async () => {
    await importAnswers(project, answers)
    await settle('1, 2', '(1, 2)', 'wrong')
    const { taking } = await holding(
      async (db) => {
        await lockVerdicts(db, project.id, 'shared')
        await db.$executeRaw`
        update solution set answer = '1, 2' where project_id = ${project.id}::uuid and external_id = 'p/3'`
        await applyRulings(db, { projectId: project.id, importId: await readImport(db) })
      },
      async () => {
        const taking = unsettle('1, 2', '(1, 2)')
        await Promise.race([
          taking,
          vi.waitFor(async () => expect(await countWaiting()).toBe(1), untilWaiting),
        ])
        return { taking }
      },
    )
    await taking
    expect(await readVerdict(project, 'p/3')).toMatchObject({ verdict: 'unsure', by: 'grader' })
  })
})

describe('two people', () => {
  test('a word over one that its speaker has not seen is refused, with whose it is and when', async () => {
    await importAnswers(project, answers)
    const first = await settle('1, 2', '(1, 2)', 'wrong', 'Not a point.', { by: project.admin })
    const { ruledAt } = first.pair
    const before = await readVerdicts(project)
    const { name: admin } = project.admin
    for (const act of [
      () => settle('1, 2', '(1, 2)', 'correct'),
      () => settle('1, 2', '(1, 2)', 'wrong', '', { seen: '2026-01-01T00:00:00.000Z' }),
      () => unsettle('1, 2', '(1, 2)'),
    ])
      await expect(act()).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`${admin} spoke of this pair on `) as string,
        details: { standing: { verdict: 'wrong', ruledBy: admin, ruledAt, note: 'Not a point.' } },
      })
    expect(await readVerdicts(project)).toEqual(before)
    await settle('1, 2', '(1, 2)', 'correct', '', { seen: ruledAt })
    expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'correct' })
  })

  test('one’s own word is no surprise; who has seen another’s may take it back', async () => {
    await importAnswers(project, answers)
    await settle('1, 2', '(1, 2)', 'wrong')
    const { pair } = await settle('1, 2', '(1, 2)', 'correct')
    await unsettle('1, 2', '(1, 2)', { by: project.admin, seen: pair.ruledAt })
    expect(await readVerdict(project, 'p/0')).toMatchObject({ verdict: 'unsure', by: 'grader' })
  })
})

describe('a ruling and imports', () => {
  test('reaches what comes later, whatever the file says', async () => {
    await importAnswers(project, answers)
    await settle('1, 2', '(1, 2)', 'wrong', 'Not a point.')
    await importAnswers(project, [
      [
        'x',
        '(1, 2)',
        [
          { given: '1, 2', score: 0.1 },
          { given: '1, 2', isCorrect: true },
        ],
      ],
      ['y', '2, 1', [{ given: '1, 2' }]],
    ])
    const said = { verdict: 'wrong', by: 'person', reason: 'A person says so: Not a point.' }
    expect(await readVerdict(project, 'x/0')).toMatchObject({
      ...said,
      tier: 1,
      user: reviewer.userId,
    })
    expect(await readVerdict(project, 'x/1')).toMatchObject({ ...said, tier: 2 })
    expect(await readVerdict(project, 'y/0')).toMatchObject({ verdict: 'unsure', by: 'grader' })
  })

  test('none slips through that is made while an import ends', async () => {
    await importAnswers(project, answers)
    const { importing } = await holding(
      async (db) => {
        await lockVerdicts(db, project.id, 'alone')
        const ruling = { verdict: 'wrong', note: '', userId: reviewer.userId } as const
        await storeRuling(db, project.id, { given: '1, 2', truth: '(1, 2)' }, ruling)
      },
      async () => {
        const importing = importAnswers(project, [['x', '(1, 2)', [{ given: '1, 2', score: 0.5 }]]])
        await Promise.race([
          importing,
          vi.waitFor(async () => expect(await countWaiting()).toBe(1), untilWaiting),
        ])
        return { importing }
      },
    )
    await importing
    expect(await readVerdict(project, 'x/0')).toMatchObject({
      verdict: 'wrong',
      by: 'person',
      tier: 1,
    })
  })

  test('none passes over what an import that is about to end has brought', async () => {
    await importAnswers(project, answers)
    const { settling } = await holding(
      async (db) => {
        await lockVerdicts(db, project.id, 'shared')
        await db.$executeRaw`
        update solution set answer = '1, 2' where project_id = ${project.id}::uuid and external_id = 'p/3'`
      },
      async () => {
        const settling = settle('1, 2', '(1, 2)', 'wrong')
        await Promise.race([
          settling,
          vi.waitFor(async () => expect(await countWaiting()).toBe(1), untilWaiting),
        ])
        return { settling }
      },
    )
    await settling
    expect(await readVerdict(project, 'p/3')).toMatchObject({ verdict: 'wrong', by: 'person' })
  })

  test('who waits for long is told, and has changed nothing', { timeout: 30_000 }, async () => {
    await importAnswers(project, answers)
    const before = await readVerdicts(project)
    await getDatabase().$transaction(
      async (db) => {
        await lockVerdicts(db, project.id, 'shared')
        await expect(settle('1, 2', '(1, 2)', 'wrong')).rejects.toMatchObject({ code: 'conflict' })
      },
      { timeout: 25_000 },
    )
    expect(await readVerdicts(project)).toEqual(before)
  })
})

async function readRuledAt(given: string): Promise<string> {
  const { ruledAt } = await getDatabase().answerRuling.findFirstOrThrow({
    where: { projectId: project.id, given },
    select: { ruledAt: true },
  })
  return ruledAt.toISOString()
}

async function readImport(db: Transaction): Promise<string> {
  const { id } = await db.importBatch.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  return id
}

test('a pair is named in PostgreSQL as in the program', async () => {
  for (const [given, truth] of [
    ['1, 2', '(1, 2)'],
    ['é\\', '𝒳\n'],
    ['', ' '],
  ] as const) {
    const hash = pairHash(Prisma.sql`${given}::text`, Prisma.sql`${truth}::text`)
    const [row] = await getDatabase().$queryRaw<
      [{ hex: string }]
    >`select encode(${hash}, 'hex') as hex`
    expect(row.hex).toBe(name(given, truth))
  }
  expect(name('1', '23')).not.toBe(name('12', '3'))
})

const withoutPlace = ({ tier: _, pass: __, ...row }: Awaited<ReturnType<typeof readVerdict>>) => row
