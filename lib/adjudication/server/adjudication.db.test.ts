import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  findFirstSolutionId,
  makeFlagContent,
  claimAndLabelSolution,
  makeAdjudicationProject,
} from '@/lib/adjudication/testing/adjudication-project'
import { reopenAnnotation } from '@/lib/annotations/server/commands'
import type { Person } from '@/lib/auth/actor'
import type { RequestInputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getReviewCounts } from '@/lib/progress/server/review-counts'
import { repairSteps } from '@/lib/splits/server/commands'
import { importLines, makeMember, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { listCurrentAdjudications } from './adjudications.sql'
import { adjudicateSolution, withdrawAdjudication } from './commands'
import { compareAnnotations, listAdjudications, listDisagreements } from './queries'

useTestDatabase()

type Fixture = Awaited<ReturnType<typeof makeAdjudicationProject>>
type Input = RequestInputOf<(typeof adjudicateSolution)['contract']>

/** Two annotations that disagree at the second step: one finds an error there, the other none. */
async function makeDisagreement(overrides: Parameters<typeof makeAdjudicationProject>[0] = {}) {
  const fixture = await makeAdjudicationProject(overrides)
  const a = await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
  const b = await claimAndLabelSolution(fixture.project, fixture.ben, [1, 1, 0, 1])
  return { ...fixture, a, b }
}

const readComparison = ({ solutionInput, reviewer }: Fixture, person = reviewer) =>
  compareAnnotations.execute(person, solutionInput)

/** The state that the reviewer has read. */
async function readExpectedState(fixture: Fixture, person?: Person) {
  const { annotations, adjudication } = await readComparison(fixture, person)
  return {
    annotations: annotations.map(({ annotation, version }) => ({ annotation, version })),
    adjudication: adjudication?.adjudication ?? null,
  }
}

async function countAdjudications({ project }: Fixture) {
  const where = { projectId: project.id }
  const all = await getDatabase().adjudication.count({ where })
  const current = await getDatabase().adjudication.count({
    where: { ...where, withdrawnAt: null },
  })
  return { all, current }
}

/** Adjudicates with the state that was just read. */
async function adjudicate(
  fixture: Fixture,
  overrides: Partial<Input> = {},
  person: Person = fixture.reviewer,
) {
  const expected = await readExpectedState(fixture, person)
  return adjudicateSolution.execute(
    person,
    adjudicateSolution.contract.input.parse({
      ...fixture.solutionInput,
      revision: 1,
      ratings: [1, 1, -1],
      expected,
      ...overrides,
    }),
  )
}

const listAllDisagreements = async ({ project, reviewer }: Fixture) =>
  (
    await listDisagreements.execute(
      reviewer,
      listDisagreements.contract.input.parse({ project: project.slug }),
    )
  ).disagreements

const readItem = ({ project }: Fixture) =>
  getDatabase().queueItem.findFirstOrThrow({
    where: { projectId: project.id },
    select: { slots: true, leased: true, done: true },
  })

test('the list of disagreements contains a solution with different ratings, and its priority', async () => {
  const fixture = await makeDisagreement()
  expect(await listAllDisagreements(fixture)).toMatchObject([
    {
      solution: fixture.solution,
      firstStep: 1,
      stepCount: 4,
      kind: 'negative',
      people: 2,
      unflagged: 2,
      foundError: 1,
      earliestError: 1,
      latestError: 1,
      score: 0.9,
      names: null,
      priority: 94,
      priorityParts: { distance: 40, score: 23, certainty: 20, earliness: 11 },
      step: 'Step 2 of p/0.',
    },
  ])
  const work = await getReviewCounts.execute(fixture.reviewer, { project: fixture.project.slug })
  expect(work).toMatchObject({ disagreements: 1, adjudicated: 0, returned: 0, corrected: 0 })
})

test('letters of annotators stay the same when other people start the solution', async () => {
  const fixture = await makeDisagreement()
  const { project, solution } = fixture
  const readLetters = async () =>
    (await readComparison(fixture)).annotations.map(({ annotation, letter }) => [
      annotation,
      letter,
    ])
  const before = await readLetters()
  for (let i = 0; i < 4; i += 1) {
    const { userId } = await makeMember(project, 'annotator')
    await getDatabase().$executeRaw`
      insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged, chosen,
        offered)
      values (${project.id}::uuid, ${randomUUID()}::uuid, ${solution}::uuid, ${userId}::uuid, ${userId}, 'draft', 'solution', 4,
        '{}', '{}', '{}', '{}')`
    expect(await readLetters()).toEqual(before)
  }
})

test('hides annotators’ names until adjudication and shows the same letters (A, B) after it', async () => {
  const fixture = await makeDisagreement()
  const comparison = await readComparison(fixture)
  expect(comparison.annotations.map(({ letter, person }) => [letter, person])).toEqual([
    ['A', null],
    ['B', null],
  ])
  expect(JSON.stringify(comparison)).not.toMatch(/Ann Hart|Ben Ito/)
  expect(comparison).toMatchObject({
    disagreement: { firstStep: 1 },
    adjudication: null,
    refusal: null,
  })
  const adjudicated = await adjudicate(fixture)
  expect(adjudicated.people.map(({ person }) => person).sort()).toEqual(['Ann Hart', 'Ben Ito'])
  const after = await readComparison(fixture)
  expect(after.annotations.map(({ annotation, letter }) => [annotation, letter])).toEqual(
    comparison.annotations.map(({ annotation, letter }) => [annotation, letter]),
  )
  expect(new Set(after.annotations.map(({ person }) => person))).toEqual(
    new Set(['Ann Hart', 'Ben Ito']),
  )
  expect(after.annotations.every(({ state }) => state === 'adjudicated')).toBe(true)
})

test('disagreements can be filtered by annotator only if the project shows names', async () => {
  const hidden = await makeDisagreement()
  const makePersonFilter = ({ project, ann, ben }: Fixture) => ({
    ...listDisagreements.contract.input.parse({ project: project.slug }),
    person: ann.userId,
    otherPerson: ben.userId,
  })
  await expect(
    listDisagreements.execute(hidden.reviewer, makePersonFilter(hidden)),
  ).rejects.toMatchObject({
    code: 'forbidden',
  })
  const named = await makeDisagreement({ overlap: 3, settings: { hidesAnnotatorNames: false } })
  const { disagreements, count } = await listDisagreements.execute(
    named.reviewer,
    makePersonFilter(named),
  )
  expect([count, disagreements[0]?.names?.toSorted()]).toEqual([1, ['Ann Hart', 'Ben Ito']])
  const withReviewer = { ...makePersonFilter(named), otherPerson: named.reviewer.userId }
  expect((await listDisagreements.execute(named.reviewer, withReviewer)).count).toBe(0)
  // Lists solutions on which these two disagree, not those where only a third annotator disagrees.
  const cy = await makeMember(named.project, 'annotator', { name: 'Cy Ode' })
  await claimAndLabelSolution(named.project, cy, [1, -1])
  const countOf = async (person: Person, other?: Person) => {
    const people = { person: person.userId, otherPerson: other?.userId }
    return (
      await listDisagreements.execute(named.reviewer, { ...makePersonFilter(named), ...people })
    ).count
  }
  expect([await countOf(named.ann, cy), await countOf(cy, named.ben), await countOf(cy)]).toEqual([
    0, 1, 1,
  ])
})

test('an adjudicated solution is not in the list of disagreements until the adjudication is withdrawn', async () => {
  const fixture = await makeDisagreement()
  const { adjudication } = await adjudicate(fixture, { note: ' Because. ' })
  expect(await listAllDisagreements(fixture)).toEqual([])
  const list = await listAdjudications.execute(
    fixture.reviewer,
    listAdjudications.contract.input.parse({ project: fixture.project.slug }),
  )
  expect(list.adjudications).toMatchObject([
    { adjudication, solution: fixture.solution, error: 2, note: 'Because.', by: 'Rae Vance' },
  ])
  expect(
    await listCurrentAdjudications(getDatabase(), fixture.project.id, [fixture.solution]),
  ).toMatchObject([
    { adjudication, ratings: [1, 1, -1], finishReason: 'found_error', adopted: null },
  ])
  const key = { project: fixture.project.slug, adjudication }
  await withdrawAdjudication.execute(fixture.reviewer, key)
  expect(await listAllDisagreements(fixture)).toHaveLength(1)
  expect(
    await listCurrentAdjudications(getDatabase(), fixture.project.id, [fixture.solution]),
  ).toEqual([])
  await expect(withdrawAdjudication.execute(fixture.reviewer, key)).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('refuses to replace an adjudication that the reviewer has not seen', async () => {
  const fixture = await makeDisagreement()
  const outdated = { expected: await readExpectedState(fixture) }
  await adjudicate(fixture)
  await expect(adjudicate(fixture, outdated)).rejects.toThrow(/Rae Vance adjudicated this/)
  const { adjudication } = await adjudicate(fixture, { ratings: [1, -1], adopted: fixture.a })
  expect((await readComparison(fixture)).adjudication).toMatchObject({
    adjudication,
    adopted: fixture.a,
  })
  expect(await countAdjudications(fixture)).toEqual({ all: 2, current: 1 })
})

test('rejects an adjudication if an annotation was submitted again meanwhile', async () => {
  const fixture = await makeDisagreement()
  const { project, ann, a } = fixture
  const expected = await readExpectedState(fixture)
  await reopenAnnotation.execute(ann, { project: project.slug, annotation: a })
  await claimAndLabelSolution(project, ann, [1, 1, -1], { basedOn: 1 })
  await expect(adjudicate(fixture, { expected })).rejects.toThrow(/was added, changed or returned/)
})

test('rejects an adjudication if an annotation was added or the steps were repaired meanwhile', async () => {
  const fixture = await makeDisagreement({ overlap: 3 })
  const expected = await readExpectedState(fixture)
  const cy = await makeMember(fixture.project, 'annotator', { name: 'Cy Ode' })
  await claimAndLabelSolution(fixture.project, cy, [1, 1, 1, 1])
  await expect(adjudicate(fixture, { expected })).rejects.toThrow(/was added, changed or returned/)
  const change = { kind: 'split' as const, step: 3, at: [4] }
  await repairSteps.execute(fixture.reviewer, { ...fixture.solutionInput, revision: 1, change })
  await expect(adjudicate(fixture, { revision: 1 })).rejects.toThrow(/repaired since/)
})

test.each([
  ['that goes past an error', { ratings: [1, -1, 1, 1] as Input['ratings'] }],
  ['that stops before an error or the last step', { ratings: [1, 1] as Input['ratings'] }],
  ['of more steps than there are', { ratings: [1, 1, 1, 1, 1] as Input['ratings'] }],
])('rejects an adjudication %s', async (_, overrides) => {
  const fixture = await makeDisagreement()
  await expect(adjudicate(fixture, overrides)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await countAdjudications(fixture)).toEqual({ all: 0, current: 0 })
})

test('rejects an adjudication that adopts an annotation but has other ratings', async () => {
  const fixture = await makeDisagreement()
  await expect(adjudicate(fixture, { adopted: fixture.b })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await adjudicate(fixture, { adopted: fixture.b, ratings: [1, 1, 0, 1] })
  expect((await readComparison(fixture)).adjudication).toMatchObject({ adopted: fixture.b })
})

test('an adjudication creates gold and closes free slots if requested, and withdrawing it undoes both', async () => {
  const fixture = await makeDisagreement({ overlap: 4 })
  const { adjudication, isGold } = await adjudicate(fixture, {
    gold: true,
    note: 'It adds wrongly.',
  })
  expect(isGold).toBe(true)
  const readGold = () =>
    getDatabase().goldItem.findMany({
      where: { projectId: fixture.project.id },
      select: { firstErrors: true, explanation: true },
    })
  expect(await readGold()).toEqual([{ firstErrors: [2], explanation: 'It adds wrongly.' }])
  expect(await readItem(fixture)).toEqual({ slots: 2, leased: 0, done: 2 })
  // Replaced by an adjudication that finds no error in the solution.
  await adjudicate(fixture, { gold: true, ratings: [1, 1, 1, 1] })
  expect(await readGold()).toEqual([{ firstErrors: [], explanation: null }])
  expect(await readItem(fixture)).toEqual({ slots: 2, leased: 0, done: 2 })
  const replacement = (await readComparison(fixture)).adjudication!.adjudication
  expect(replacement).not.toBe(adjudication)
  const key = { project: fixture.project.slug, adjudication: replacement }
  expect(await withdrawAdjudication.execute(fixture.reviewer, key)).toMatchObject({
    endedGold: true,
  })
  expect(await readGold()).toEqual([])
  expect(await readItem(fixture)).toEqual({ slots: 4, leased: 0, done: 2 })
})

test('withdrawing an adjudication keeps gold that it did not create', async () => {
  const fixture = await makeDisagreement()
  await getDatabase().goldItem.create({
    data: { projectId: fixture.project.id, solutionId: fixture.solution, firstErrors: [0] },
  })
  await expect(adjudicate(fixture, { gold: true })).rejects.toThrow(/already gold/)
  const { adjudication, isGold } = await adjudicate(fixture)
  expect(isGold).toBe(true)
  const key = { project: fixture.project.slug, adjudication }
  expect(await withdrawAdjudication.execute(fixture.reviewer, key)).toMatchObject({
    endedGold: false,
  })
  expect(await getDatabase().goldItem.count({ where: { projectId: fixture.project.id } })).toBe(1)
})

test('a repair of the steps withdraws the adjudication', async () => {
  const fixture = await makeDisagreement()
  await adjudicate(fixture)
  const change = { kind: 'merge' as const, step: 2, through: 3 }
  await repairSteps.execute(fixture.reviewer, { ...fixture.solutionInput, revision: 1, change })
  expect((await readComparison(fixture)).adjudication).toBeNull()
})

test('accepts one of two concurrent adjudications', async () => {
  const fixture = await makeDisagreement()
  const secondReviewer = await makeMember(fixture.project, 'reviewer', { name: 'Sol Teal' })
  const expected = await readExpectedState(fixture)
  const outcomes = await Promise.allSettled([
    adjudicate(fixture, { expected }),
    adjudicate(fixture, { expected }, secondReviewer),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await countAdjudications(fixture)).toEqual({ all: 1, current: 1 })
})

test('database constraints reject invalid adjudications', async () => {
  const fixture = await makeDisagreement()
  await adjudicate(fixture)
  const db = getDatabase()
  await expect(db.$executeRaw`update adjudication set ratings = '{1,1,1,1}'
      where project_id = ${fixture.project.id}::uuid`).rejects.toThrow(/never changed/)
  const insertCopy = (ratings: string, isCurrent: boolean) => db.$executeRaw`
    insert into adjudication select project_id, gen_random_uuid(), solution_id, revision, step_count,
      ${ratings}::smallint[], 'found_error', note, null, false, user_id, now(),
      case when ${isCurrent} then null else now() end from adjudication
    where project_id = ${fixture.project.id}::uuid limit 1`
  await expect(insertCopy('{1,-1}', true)).rejects.toThrow(/adjudication_current/)
  await expect(insertCopy('{-1,-1}', false)).rejects.toThrow(/adjudication_is_final/)
  await expect(insertCopy('{1,1}', false)).rejects.toThrow(/adjudication_is_final/)
  await expect(insertCopy('{NULL,-1}', false)).rejects.toThrow(/adjudication_is_final/)
})

test('the comparison of annotations shows flags with their notes', async () => {
  const fixture = await makeAdjudicationProject()
  await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1], {
    content: makeFlagContent(1, 'Is $0$ even?'),
  })
  await claimAndLabelSolution(fixture.project, fixture.ben, [1, 1, 0, 1])
  const comparison = await readComparison(fixture)
  expect(comparison.disagreement).toMatchObject({ unflagged: 1 })
  const unsure = comparison.annotations.find(({ flagged }) => flagged[1])
  expect(unsure?.notes).toMatchObject([{ step: 1, option: 0, kind: 'flag' }])
  expect((await listAllDisagreements(fixture))[0]?.priorityParts.certainty).toBe(10)
})

test('the comparison of annotations shows rated options at the first error with their texts', async () => {
  const project = await makeProject({ overlap: 2 })
  const line = makeProblemLine('p', [0.9], 3)
  const samples = line.samples.map((sample) => ({
    ...sample,
    alternatives: { '1': ['Add the two.', 'Multiply the two.'] },
  }))
  await importLines(project, [{ ...line, samples }])
  const ann = await makeMember(project, 'annotator')
  const reviewer = await makeMember(project, 'reviewer')
  await claimAndLabelSolution(project, ann, [1, -1], { content: { options: { 1: [1, 0] } } })
  const call = { project: project.slug, solution: await findFirstSolutionId(project) }
  const { annotations } = await compareAnnotations.execute(reviewer, call)
  const options = annotations[0]!.options.map(({ text, ...option }) => ({
    ...option,
    text: JSON.stringify(text),
  }))
  const anyTextWith = (text: string) => expect.stringContaining(text) as string
  expect(options).toEqual([
    { step: 1, option: 1, rating: 1, text: anyTextWith('Add the two.') },
    { step: 1, option: 2, rating: 0, text: anyTextWith('Multiply the two.') },
  ])
})
