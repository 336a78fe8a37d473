import { expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import type { RequestInputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  findSolution,
  makeFlagContent,
  labelSolution,
  makeDisputedProject,
} from '@/lib/review/testing/disputed-project'
import { importLines, joinProject, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { adjudicateSolution, withdrawAdjudication } from './adjudication-commands'
import {
  compareAnnotations,
  getReviewCounts,
  listAdjudications,
  listDisagreements,
} from './adjudication-queries'
import { listCurrentAdjudications } from './adjudications.sql'
import { repairSteps } from './splits-commands'

useTestDatabase()

type World = Awaited<ReturnType<typeof makeDisputedProject>>
type Input = RequestInputOf<(typeof adjudicateSolution)['contract']>

/** Two annotations that disagree at the second step: one finds an error there, the other none. */
async function makeParted(overrides: Parameters<typeof makeDisputedProject>[0] = {}) {
  const world = await makeDisputedProject(overrides)
  const a = await labelSolution(world.project, world.ann, [1, -1])
  const b = await labelSolution(world.project, world.ben, [1, 1, 0, 1])
  return { ...world, a, b }
}

const compare = ({ call, reviewer }: World, person = reviewer) =>
  compareAnnotations.execute(person, call)

/** The state that the reviewer has read. */
async function read(world: World, person?: Person) {
  const { annotations, adjudication } = await compare(world, person)
  return {
    annotations: annotations.map(({ annotation, submittedAt }) => ({ annotation, submittedAt })),
    adjudication: adjudication?.adjudication ?? null,
  }
}

async function countAdjudications({ project }: World) {
  const where = { projectId: project.id }
  const all = await getDatabase().adjudication.count({ where })
  const current = await getDatabase().adjudication.count({
    where: { ...where, withdrawnAt: null },
  })
  return { all, current }
}

/** Adjudicates with the state that was just read. */
async function rule(world: World, overrides: Partial<Input> = {}, person: Person = world.reviewer) {
  const expected = await read(world, person)
  return adjudicateSolution.execute(
    person,
    adjudicateSolution.contract.input.parse({
      ...world.call,
      ...{ revision: 1, ratings: [1, 1, -1], expected, ...overrides },
    }),
  )
}

const listOpen = async ({ project, reviewer }: World) =>
  (
    await listDisagreements.execute(
      reviewer,
      listDisagreements.contract.input.parse({ project: project.slug }),
    )
  ).disagreements

const readItem = ({ project }: World) =>
  getDatabase().queueItem.findFirstOrThrow({
    where: { projectId: project.id },
    select: { slots: true, leased: true, done: true },
  })

test('the list of disagreements contains a solution with different ratings, and its priority', async () => {
  const world = await makeParted()
  expect(await listOpen(world)).toMatchObject([
    {
      ...{ solution: world.solution, firstStep: 1, stepCount: 4, kind: 'negative', people: 2 },
      ...{ unflagged: 2, foundError: 1, earliestError: 1, latestError: 1, score: 0.9, names: null },
      ...{ priority: 94, priorityParts: { distance: 40, score: 23, certainty: 20, earliness: 11 } },
      step: 'Step 2 of p/0.',
    },
  ])
  const work = await getReviewCounts.execute(world.reviewer, { project: world.project.slug })
  expect(work).toMatchObject({ disagreements: 1, adjudicated: 0, returned: 0, corrected: 0 })
})

test('hides annotators’ names until adjudication and shows the same letters (A, B) after it', async () => {
  const world = await makeParted()
  const comparison = await compare(world)
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
  const adjudicated = await rule(world)
  expect(adjudicated.people.map(({ person }) => person).sort()).toEqual(['Ann Hart', 'Ben Ito'])
  const after = await compare(world)
  expect(after.annotations.map(({ annotation, letter }) => [annotation, letter])).toEqual(
    comparison.annotations.map(({ annotation, letter }) => [annotation, letter]),
  )
  expect(new Set(after.annotations.map(({ person }) => person))).toEqual(
    new Set(['Ann Hart', 'Ben Ito']),
  )
  expect(after.annotations.every(({ state }) => state === 'adjudicated')).toBe(true)
})

test('disagreements can be filtered by annotator if the project shows names', async () => {
  const hidden = await makeParted()
  const byPerson = ({ project, ann, ben }: World) => ({
    ...listDisagreements.contract.input.parse({ project: project.slug }),
    ...{ person: ann.userId, otherPerson: ben.userId },
  })
  await expect(listDisagreements.execute(hidden.reviewer, byPerson(hidden))).rejects.toMatchObject({
    code: 'forbidden',
  })
  const named = await makeParted({ overlap: 3, settings: { hidesLabelers: false } })
  const { disagreements, count } = await listDisagreements.execute(named.reviewer, byPerson(named))
  expect([count, disagreements[0]?.names?.toSorted()]).toEqual([1, ['Ann Hart', 'Ben Ito']])
  const others = { ...byPerson(named), otherPerson: named.reviewer.userId }
  expect((await listDisagreements.execute(named.reviewer, others)).count).toBe(0)
  // Lists solutions on which these two disagree, not those where only a third annotator disagrees.
  const cy = await joinProject(named.project, 'annotator', { name: 'Cy Ode' })
  await labelSolution(named.project, cy, [1, -1])
  const countOf = async (person: Person, other?: Person) => {
    const people = { person: person.userId, otherPerson: other?.userId }
    return (await listDisagreements.execute(named.reviewer, { ...byPerson(named), ...people }))
      .count
  }
  expect([await countOf(named.ann, cy), await countOf(cy, named.ben), await countOf(cy)]).toEqual([
    0, 1, 1,
  ])
})

test('an adjudicated solution is not in the list of disagreements until the adjudication is withdrawn', async () => {
  const world = await makeParted()
  const { adjudication } = await rule(world, { note: ' Because. ' })
  expect(await listOpen(world)).toEqual([])
  const list = await listAdjudications.execute(
    world.reviewer,
    listAdjudications.contract.input.parse({ project: world.project.slug }),
  )
  expect(list.adjudications).toMatchObject([
    { adjudication, solution: world.solution, error: 2, note: 'Because.', by: 'Rae Vance' },
  ])
  expect(
    await listCurrentAdjudications(getDatabase(), world.project.id, [world.solution]),
  ).toMatchObject([
    { adjudication, ratings: [1, 1, -1], finishReason: 'found_error', adopted: null },
  ])
  const place = { project: world.project.slug, adjudication }
  await withdrawAdjudication.execute(world.reviewer, place)
  expect(await listOpen(world)).toHaveLength(1)
  expect(await listCurrentAdjudications(getDatabase(), world.project.id, [world.solution])).toEqual(
    [],
  )
  await expect(withdrawAdjudication.execute(world.reviewer, place)).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('refuses to replace an adjudication that the reviewer has not seen', async () => {
  const world = await makeParted()
  const late = { expected: await read(world) }
  await rule(world)
  await expect(rule(world, late)).rejects.toThrow(/Rae Vance adjudicated this/)
  const { adjudication } = await rule(world, { ratings: [1, -1], adopted: world.a })
  expect((await compare(world)).adjudication).toMatchObject({ adjudication, adopted: world.a })
  expect(await countAdjudications(world)).toEqual({ all: 2, current: 1 })
})

test('refuses an adjudication if an annotation was added or the steps were repaired meanwhile', async () => {
  const world = await makeParted({ overlap: 3 })
  const expected = await read(world)
  const cy = await joinProject(world.project, 'annotator', { name: 'Cy Ode' })
  await labelSolution(world.project, cy, [1, 1, 1, 1])
  await expect(rule(world, { expected })).rejects.toThrow(/was added, changed or returned/)
  const change = { kind: 'split' as const, step: 3, at: [4] }
  await repairSteps.execute(world.reviewer, { ...world.call, revision: 1, change })
  await expect(rule(world, { revision: 1 })).rejects.toThrow(/repaired since/)
})

test.each([
  ['that goes past an error', { ratings: [1, -1, 1, 1] as Input['ratings'] }],
  ['that stops before an error or the last step', { ratings: [1, 1] as Input['ratings'] }],
  ['of more steps than there are', { ratings: [1, 1, 1, 1, 1] as Input['ratings'] }],
])('refuses an adjudication %s', async (_, overrides) => {
  const world = await makeParted()
  await expect(rule(world, overrides)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await countAdjudications(world)).toEqual({ all: 0, current: 0 })
})

test('refuses an adjudication that adopts an annotation but has other ratings', async () => {
  const world = await makeParted()
  await expect(rule(world, { adopted: world.b })).rejects.toMatchObject({ code: 'invalid_input' })
  await rule(world, { adopted: world.b, ratings: [1, 1, 0, 1] })
  expect((await compare(world)).adjudication).toMatchObject({ adopted: world.b })
})

test('an adjudication creates gold and closes free slots if requested, and withdrawing it undoes both', async () => {
  const world = await makeParted({ overlap: 4 })
  const { adjudication, isGold } = await rule(world, { gold: true, note: 'It adds wrongly.' })
  expect(isGold).toBe(true)
  const readGold = () =>
    getDatabase().goldItem.findMany({
      where: { projectId: world.project.id },
      select: { firstErrors: true, explanation: true },
    })
  expect(await readGold()).toEqual([{ firstErrors: [2], explanation: 'It adds wrongly.' }])
  expect(await readItem(world)).toEqual({ slots: 2, leased: 0, done: 2 })
  // Another adjudication replaces it, without an error.
  await rule(world, { gold: true, ratings: [1, 1, 1, 1] })
  expect(await readGold()).toEqual([{ firstErrors: [], explanation: null }])
  expect(await readItem(world)).toEqual({ slots: 2, leased: 0, done: 2 })
  const last = (await compare(world)).adjudication!.adjudication
  expect(last).not.toBe(adjudication)
  const place = { project: world.project.slug, adjudication: last }
  expect(await withdrawAdjudication.execute(world.reviewer, place)).toMatchObject({
    endedGold: true,
  })
  expect(await readGold()).toEqual([])
  expect(await readItem(world)).toEqual({ slots: 4, leased: 0, done: 2 })
})

test('withdrawing an adjudication keeps gold that it did not create', async () => {
  const world = await makeParted()
  await getDatabase().goldItem.create({
    data: { projectId: world.project.id, solutionId: world.solution, firstErrors: [0] },
  })
  await expect(rule(world, { gold: true })).rejects.toThrow(/already gold/)
  const { adjudication, isGold } = await rule(world)
  expect(isGold).toBe(true)
  const place = { project: world.project.slug, adjudication }
  expect(await withdrawAdjudication.execute(world.reviewer, place)).toMatchObject({
    endedGold: false,
  })
  expect(await getDatabase().goldItem.count({ where: { projectId: world.project.id } })).toBe(1)
})

test('a repair of the steps withdraws the adjudication', async () => {
  const world = await makeParted()
  await rule(world)
  const change = { kind: 'merge' as const, step: 2, through: 3 }
  await repairSteps.execute(world.reviewer, { ...world.call, revision: 1, change })
  expect((await compare(world)).adjudication).toBeNull()
})

test('accepts one of two concurrent adjudications', async () => {
  const world = await makeParted()
  const other = await joinProject(world.project, 'reviewer', { name: 'Sol Teal' })
  const expected = await read(world)
  const outcomes = await Promise.allSettled([
    rule(world, { expected }),
    rule(world, { expected }, other),
  ])
  expect(outcomes.map(({ status: end }) => end).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await countAdjudications(world)).toEqual({ all: 1, current: 1 })
})

test('database constraints reject invalid adjudications', async () => {
  const world = await makeParted()
  await rule(world)
  const db = getDatabase()
  await expect(db.$executeRaw`update adjudication set ratings = '{1,1,1,1}'
      where project_id = ${world.project.id}::uuid`).rejects.toThrow(/never changed/)
  const copy = (ratings: string, stands: boolean) => db.$executeRaw`
    insert into adjudication select project_id, gen_random_uuid(), solution_id, revision, step_count,
      ${ratings}::smallint[], 'found_error', note, null, false, 0, user_id, now(),
      case when ${stands} then null else now() end from adjudication
    where project_id = ${world.project.id}::uuid limit 1`
  await expect(copy('{1,-1}', true)).rejects.toThrow(/adjudication_current/)
  await expect(copy('{-1,-1}', false)).rejects.toThrow(/adjudication_is_final/)
  await expect(copy('{1,1}', false)).rejects.toThrow(/adjudication_is_final/)
  await expect(copy('{NULL,-1}', false)).rejects.toThrow(/adjudication_is_final/)
})

test('the comparison of annotations shows flags with their notes', async () => {
  const world = await makeDisputedProject()
  await labelSolution(world.project, world.ann, [1, -1], {
    content: makeFlagContent(1, 'Is $0$ even?'),
  })
  await labelSolution(world.project, world.ben, [1, 1, 0, 1])
  const comparison = await compare(world)
  expect(comparison.disagreement).toMatchObject({ unflagged: 1 })
  const unsure = comparison.annotations.find(({ flagged }) => flagged[1])
  expect(unsure?.notes).toMatchObject([{ step: 1, option: 0, kind: 'flag' }])
  expect((await listOpen(world))[0]?.priorityParts.certainty).toBe(10)
})

test('the comparison of annotations shows rated options at the first error with their texts', async () => {
  const project = await makeProject({ overlap: 2 })
  const line = makeProblemLine('p', [0.9], 3)
  const samples = line.samples.map((sample) => ({
    ...sample,
    alternatives: { '1': ['Add the two.', 'Multiply the two.'] },
  }))
  await importLines(project, [{ ...line, samples }])
  const ann = await joinProject(project, 'annotator')
  const reviewer = await joinProject(project, 'reviewer')
  await labelSolution(project, ann, [1, -1], { content: { options: { 1: [1, 0] } } })
  const call = { project: project.slug, solution: await findSolution(project) }
  const { annotations } = await compareAnnotations.execute(reviewer, call)
  const options = annotations[0]!.options.map(({ text, ...option }) => ({
    ...option,
    text: JSON.stringify(text),
  }))
  const including = (text: string) => expect.stringContaining(text) as string
  expect(options).toEqual([
    { step: 1, option: 1, rating: 1, text: including('Add the two.') },
    { step: 1, option: 2, rating: 0, text: including('Multiply the two.') },
  ])
})
