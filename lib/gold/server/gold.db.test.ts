import { describe, expect, test } from 'vitest'
import { adjudicateSolution, withdrawAdjudication } from '@/lib/adjudication/server/commands'
import { compareAnnotations } from '@/lib/adjudication/server/queries'
import {
  claimAndLabelSolution,
  makeAdjudicationProject,
} from '@/lib/adjudication/testing/adjudication-project'
import type { Person } from '@/lib/auth/actor'
import { listPeople } from '@/lib/people/server/queries'
import type { RequestInputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { repairSteps } from '@/lib/splits/server/commands'
import { importLines, makeMember } from '@/prisma/seed/factories'
import { scoreGoldAnswer } from '../score-gold-answer'
import { acceptConsensusAsGold, markSolutionAsGold, unmarkSolutionAsGold } from './commands'
import { storeImportedGold } from './gold.sql'
import { getGold, listGold, listGoldCandidates } from './queries'

useTestDatabase()

type Fixture = Awaited<ReturnType<typeof makeAdjudicationProject>>

const mark = (
  { solutionInput, project }: Fixture,
  overrides: Partial<RequestInputOf<(typeof markSolutionAsGold)['contract']>> = {},
) =>
  markSolutionAsGold.execute(
    project.admin,
    markSolutionAsGold.contract.input.parse({
      ...solutionInput,
      revision: 1,
      firstErrors: [1],
      ...overrides,
    }),
  )

const unmark = ({ solutionInput, project }: Fixture) =>
  unmarkSolutionAsGold.execute(project.admin, solutionInput)

const list = (
  { project, reviewer }: Fixture,
  filter: Partial<RequestInputOf<(typeof listGold)['contract']>> = {},
) => listGold.execute(reviewer, listGold.contract.input.parse({ project: project.slug, ...filter }))

const readGold = ({ solutionInput, reviewer }: Fixture) => getGold.execute(reviewer, solutionInput)

const findItem = ({ project }: Fixture) =>
  getDatabase().queueItem.findFirst({
    where: { projectId: project.id },
    select: { slots: true, leased: true, done: true },
  })

const isServed = async ({ project }: Fixture, person: Person) =>
  (await claimNext.execute(person, { project: project.slug, prefetch: false })).kind === 'solution'

describe('marking a solution as gold', () => {
  test('stores all accepted first errors, and removes the solution from ordinary work', async () => {
    const fixture = await makeAdjudicationProject()
    const markReply = await mark(fixture, { firstErrors: [2, 1, 2], explanation: ' It is two. ' })
    expect(markReply).toMatchObject({ wasGold: false, closedSlots: 2 })
    expect(await list(fixture)).toMatchObject({
      count: 1,
      gold: [{ firstErrors: [1, 2], explanation: 'It is two.', origin: 'marked', by: 'Ada Okoro' }],
    })
    expect(await readGold(fixture)).toMatchObject({ gold: { firstErrors: [1, 2] }, refusal: null })
    expect(await isServed(fixture, await makeMember(fixture.project, 'annotator'))).toBe(false)
  })

  test('closes the free slots of a labelled solution, and unmarking it reopens them', async () => {
    const fixture = await makeAdjudicationProject()
    await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
    const before = await findItem(fixture)
    const { closedSlots } = await mark(fixture)
    expect(closedSlots).toBe(before!.slots - 1)
    expect(await findItem(fixture)).toEqual({ slots: 1, leased: 0, done: 1 })
    expect(await mark(fixture, { firstErrors: [] })).toMatchObject({
      wasGold: true,
      closedSlots: 0,
    })
    expect(await unmark(fixture)).toMatchObject({ reopenedSlots: closedSlots })
    expect(await findItem(fixture)).toEqual(before)
    expect(await list(fixture)).toMatchObject({ count: 0, gold: [] })
    await expect(unmark(fixture)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is rejected for another revision or a step that does not exist', async () => {
    const fixture = await makeAdjudicationProject()
    await expect(mark(fixture, { revision: 2 })).rejects.toMatchObject({ code: 'conflict' })
    await expect(mark(fixture, { firstErrors: [1, 4] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Step 5 does not exist.',
    })
    expect(await findGold(fixture)).toBeNull()
  })
})

test('getGold finds a solution by its external id', async () => {
  const fixture = await makeAdjudicationProject()
  const { externalId } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: fixture.project.id },
    select: { externalId: true },
  })
  const solutionInput = { project: fixture.project.slug, solution: externalId! }
  expect(await getGold.execute(fixture.reviewer, solutionInput)).toMatchObject({
    solution: fixture.solutionInput.solution,
    gold: null,
  })
  await expect(
    getGold.execute(fixture.reviewer, { ...solutionInput, solution: 'missing' }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

const findGold = ({ project }: Fixture) =>
  getDatabase().goldItem.findFirst({
    where: { projectId: project.id },
    select: { firstErrors: true, origin: true },
  })

describe('answers to gold', () => {
  /** Turns the annotation into an answer to gold. */
  const answer = async ({ project }: Fixture, annotation: string) =>
    getDatabase().annotation.update({
      where: { projectId_id: { projectId: project.id, id: annotation } },
      data: { isQualityControl: true },
      select: { id: true },
    })

  test('are counted by score, and gold can be sorted by its share of inexact answers', async () => {
    const fixture = await makeAdjudicationProject()
    const work = await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
    await mark(fixture)
    expect((await readGold(fixture)).answers).toMatchObject({ exact: 0, missed: 0 })
    await unmark(fixture)
    await answer(fixture, work)
    await answer(fixture, await claimAndLabelSolution(fixture.project, fixture.ben, [1, 1, 0, 1]))
    await mark(fixture)
    const [item] = (await list(fixture)).gold
    expect(item!.answers).toEqual({
      exact: 1,
      near: 0,
      verdict: 0,
      missed: 1,
      falseAlarm: 0,
      unanswered: 0,
    })
    expect((await readGold(fixture)).firstErrorCounts).toEqual([
      { error: 1, work: 0, answers: 1 },
      { error: null, work: 0, answers: 1 },
    ])
    await importLines(fixture.project, [goldLine('easy')], { labels: 'gold' })
    const newestIds = (await list(fixture)).gold.map(({ solution }) => solution)
    const firstPage = await list(fixture, { order: 'hardest', limit: 1 })
    expect(newestIds).toHaveLength(2)
    expect(firstPage.gold.map(({ solution }) => solution)).toEqual([fixture.solutionInput.solution])
    const secondPage = await list(fixture, { order: 'hardest', after: firstPage.next! })
    expect(secondPage.gold.map(({ solution }) => solution)).toEqual([newestIds[0]])
    expect(secondPage.next).toBeNull()
  })

  test('have the same score in PostgreSQL as in TypeScript', async () => {
    const goldErrorLists = [[], [0], [2], [2, 5], [1, 2, 3]]
    const firstErrors = [null, 0, 1, 2, 3, 4, 5, 6]
    const pairs = goldErrorLists.flatMap((steps) => firstErrors.map((step) => ({ steps, step })))
    const rows = await getDatabase().$queryRaw<{ score: string }[]>`
      select score_answer(jsonb_smallints(r.steps), r.step) as score
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(steps jsonb, step int)`
    expect(rows.map(({ score }) => score)).toEqual(
      pairs.map(({ steps, step }) => scoreGoldAnswer(steps, step)),
    )
  })
})

const goldLine = (prompt: string) => ({
  prompt,
  completions: ['One.', 'Two.'],
  labels: [true, false],
})

test('the list of gold can be filtered by origin, first error and text', async () => {
  const fixture = await makeAdjudicationProject()
  await mark(fixture, { firstErrors: [], explanation: 'All of it is 100% right.' })
  await importLines(fixture.project, [goldLine('Why is the sky blue?')], { labels: 'gold' })
  const count = async (filter: Parameters<typeof list>[1]) => (await list(fixture, filter)).count
  expect(await count({})).toBe(2)
  expect(await count({ origin: 'imported' })).toBe(1)
  expect(await count({ error: 'none' })).toBe(1)
  expect(await count({ error: 'some' })).toBe(1)
  expect(await count({ search: 'SKY' })).toBe(1)
  expect(await count({ search: '100% r' })).toBe(1)
  expect(await count({ search: '%' })).toBe(1)
  expect(await count({ search: 's_y' })).toBe(0)
})

describe('gold candidates (solutions whose annotators agree)', () => {
  const candidates = async ({ project, reviewer }: Fixture, filter = {}) =>
    (
      await listGoldCandidates.execute(
        reviewer,
        listGoldCandidates.contract.input.parse({ project: project.slug, ...filter }),
      )
    ).candidates

  const accept = (
    { project, solutionInput }: Fixture,
    overrides: Partial<{ error: number | null; people: number }>,
  ) =>
    acceptConsensusAsGold.execute(project.admin, {
      project: project.slug,
      solutions: [{ solution: solutionInput.solution, error: 1, people: 2, ...overrides }],
    })

  test('are listed, and become gold with an explanation when accepted', async () => {
    const fixture = await makeAdjudicationProject()
    await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
    expect(await candidates(fixture)).toEqual([])
    await claimAndLabelSolution(fixture.project, fixture.ben, [0, -1])
    await getDatabase().annotation.updateMany({
      where: { projectId: fixture.project.id, userId: fixture.ben.userId },
      data: { explanation: 'It is two.' },
    })
    expect(await candidates(fixture)).toMatchObject([
      { solution: fixture.solutionInput.solution, error: 1, people: 2, explanation: 'It is two.' },
    ])
    expect(await candidates(fixture, { error: 'none' })).toEqual([])
    expect(await candidates(fixture, { people: 3 })).toEqual([])
    expect(await accept(fixture, {})).toEqual({ accepted: 1, skipped: [] })
    expect(await readGold(fixture)).toMatchObject({
      gold: { firstErrors: [1], origin: 'consensus', explanation: 'It is two.', by: 'Ada Okoro' },
    })
    expect(await candidates(fixture)).toEqual([])
    expect(await accept(fixture, {})).toMatchObject({
      accepted: 0,
      skipped: [{ reason: 'It is already gold.' }],
    })
  })

  test('exclude disagreements, and can’t be accepted if annotations have changed since they were listed', async () => {
    const fixture = await makeAdjudicationProject()
    await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
    await claimAndLabelSolution(fixture.project, fixture.ben, [1, 1, -1])
    expect(await candidates(fixture)).toEqual([])
    expect(await accept(fixture, {})).toMatchObject({ accepted: 0 })
    const agreed = await makeAdjudicationProject()
    await claimAndLabelSolution(agreed.project, agreed.ann, [1, 1, 1, 1])
    await claimAndLabelSolution(agreed.project, agreed.ben, [1, 1, 0, 1])
    expect(await candidates(agreed)).toMatchObject([{ error: null, people: 2 }])
    for (const outdatedConsensus of [{ error: 1 }, { error: null, people: 3 }])
      expect(await accept(agreed, outdatedConsensus)).toMatchObject({
        accepted: 0,
        skipped: [{ reason: expect.stringMatching(/changed/) as string }],
      })
    expect(await findGold(agreed)).toBeNull()
    expect(await accept(agreed, { error: null })).toMatchObject({ accepted: 1 })
    expect(await findGold(agreed)).toEqual({ firstErrors: [], origin: 'consensus' })
  })
})

describe('gold created by an adjudication', () => {
  async function adjudicate(fixture: Fixture) {
    const { annotations } = await compareAnnotations.execute(
      fixture.reviewer,
      fixture.solutionInput,
    )
    const expected = { annotations, adjudication: null }
    return adjudicateSolution.execute(
      fixture.reviewer,
      adjudicateSolution.contract.input.parse({
        ...fixture.solutionInput,
        revision: 1,
        ratings: [1, -1],
        gold: true,
        expected: {
          ...expected,
          annotations: annotations.map(({ annotation, version }) => ({
            annotation,
            version,
          })),
        },
      }),
    )
  }

  test('remains after the adjudication is withdrawn if an admin has marked the solution as gold', async () => {
    const fixture = await makeAdjudicationProject()
    await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
    const before = await findItem(fixture)
    const { adjudication } = await adjudicate(fixture)
    expect(await findGold(fixture)).toEqual({ firstErrors: [1], origin: 'adjudicated' })
    await mark(fixture, { firstErrors: [2] })
    const { endedGold } = await withdrawAdjudication.execute(fixture.reviewer, {
      project: fixture.project.slug,
      adjudication,
    })
    expect(endedGold).toBe(false)
    expect(await findGold(fixture)).toEqual({ firstErrors: [2], origin: 'marked' })
    await unmark(fixture)
    expect(await findItem(fixture)).toEqual(before)
  })

  test.each([
    { imported: null, remaining: null },
    { imported: [1], remaining: { firstErrors: [1], origin: 'imported' } },
    { imported: [1, 2], remaining: { firstErrors: [1, 2], origin: 'imported' } },
  ])(
    'is removed when the adjudication is withdrawn, unless an import has the first errors $imported',
    async ({ imported, remaining }) => {
      const fixture = await makeAdjudicationProject()
      await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
      const { adjudication } = await adjudicate(fixture)
      const { project, solution } = fixture
      if (imported)
        await runTransaction(getDatabase(), ({ db }) =>
          storeImportedGold(db, { projectId: project.id, importId: null }, [
            { solutionId: solution, firstErrors: imported, explanation: null },
          ]),
        )
      await withdrawAdjudication.execute(fixture.reviewer, { project: project.slug, adjudication })
      expect(await findGold(fixture)).toEqual(remaining)
    },
  )

  test('can be removed by an admin before the adjudication is withdrawn', async () => {
    const fixture = await makeAdjudicationProject()
    await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
    const before = await findItem(fixture)
    const { adjudication } = await adjudicate(fixture)
    await unmark(fixture)
    expect(await findItem(fixture)).toEqual(before)
    await withdrawAdjudication.execute(fixture.reviewer, {
      project: fixture.project.slug,
      adjudication,
    })
    expect(await findItem(fixture)).toEqual(before)
  })
})

describe('a repair of the steps of a gold solution', () => {
  type Change = Parameters<typeof repairSteps.execute>[1]['change']
  const repair = ({ solutionInput, reviewer }: Fixture, change: Change) =>
    repairSteps.execute(reviewer, { ...solutionInput, revision: 1, change })

  test('renumbers the known first errors', async () => {
    const fixture = await makeAdjudicationProject()
    await mark(fixture, { firstErrors: [2, 3] })
    expect(await repair(fixture, { kind: 'merge', step: 0, through: 1 })).toMatchObject({
      gold: 'kept',
    })
    expect(await findGold(fixture)).toEqual({ firstErrors: [1, 2], origin: 'marked' })
  })

  test('keeps answers that end before the repaired steps, on the Gold page and the People page', async () => {
    const fixture = await makeAdjudicationProject()
    const annotation = await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
    await mark(fixture, { firstErrors: [1] })
    await getDatabase().annotation.update({
      where: { projectId_id: { projectId: fixture.project.id, id: annotation } },
      data: { isQualityControl: true },
      select: { id: true },
    })
    await repair(fixture, { kind: 'merge', step: 2, through: 3 })
    expect((await readGold(fixture)).answers).toMatchObject({ exact: 1, near: 0 })
    const { people } = await listPeople.execute(fixture.project.admin, {
      project: fixture.project.slug,
    })
    expect(people.map(({ gold }) => gold.exact).toSorted((a, b) => b - a)[0]).toBe(1)
  })

  test('removes the gold if it splits the step of a known first error', async () => {
    const fixture = await makeAdjudicationProject()
    await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
    const before = await findItem(fixture)
    await mark(fixture)
    expect(await repair(fixture, { kind: 'split', step: 1, at: [2] })).toMatchObject({
      gold: 'ended',
    })
    expect(await findGold(fixture)).toBeNull()
    expect(await findItem(fixture)).toEqual(before)
  })
})
