import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { saveAnnotation } from '@/lib/annotations/server/commands'
import type { Person } from '@/lib/auth/actor'
import type { InputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { dismissSplitReport, repairSteps } from './commands'
import { getSolutionSplit, listSplitReports } from './queries'

useTestDatabase()

let project: TestProject
let reviewer: Person

beforeEach(async () => {
  project = await makeProject({ overlap: 2, hidesAnnotatorNames: false })
  reviewer = await makeMember(project, 'reviewer')
})

/** Claims the next solution and reports these steps of it; saving the draft is enough. */
async function report(
  person: Person,
  reports: readonly (readonly [step: number, text: string])[],
): Promise<string> {
  const reply = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (reply.kind !== 'solution') throw new Error(`No solution was served: ${JSON.stringify(reply)}`)
  const notes = reports.map(([step, text]) => ({ step, option: null, kind: 'bad_split', text }))
  const state = { writer: randomUUID(), basedOn: 0, sequence: 1, activeMs: 1, events: [] }
  const input = { project: project.slug, lease: reply.lease.id, ...state, ratings: [1], notes }
  await saveAnnotation.execute(person, saveAnnotation.contract.input.parse(input))
  return reply.solution
}

const join = (name: string) => makeMember(project, 'annotator', { name })
const list = (overrides: Partial<InputOf<(typeof listSplitReports)['contract']>> = {}) =>
  listSplitReports.execute(reviewer, { project: project.slug, limit: 50, ...overrides })

test('bad-split reports are listed by solution and step, with annotator and text', async () => {
  await importLines(project, [makeProblemLine('p', [0.9])])
  const [ada, ben] = [await join('Ada'), await join('Ben')]
  const solution = await report(ada, [
    [1, 'Two steps in one'],
    [2, 'Cut in the middle'],
  ])
  await report(ben, [[1, 'Should be two']])
  const { count, steps, next } = await list()
  expect([count, next]).toEqual([2, null])
  expect(steps).toMatchObject([
    {
      solution,
      externalId: 'p/0',
      step: 1,
      stepCount: 3,
      text: 'Step 2 of p/0.',
      problem: 'Problem p: what is $1 + 1$?',
      annotations: 2,
      revision: 1,
      reports: [
        { person: 'Ada', text: 'Two steps in one' },
        { person: 'Ben', text: 'Should be two' },
      ],
    },
    { solution, step: 2, reports: [{ person: 'Ada', text: 'Cut in the middle' }] },
  ])
  const split = await getSolutionSplit.execute(reviewer, { project: project.slug, solution })
  expect(split).toMatchObject({
    externalId: 'p/0',
    revision: 1,
    refusal: null,
    history: [],
    answer: expect.any(Array),
    steps: [{ id: 0 }, { id: 1, source: 'Step 2 of p/0.' }, { id: 2 }],
    reports: [
      { person: 'Ada', step: 1 },
      { person: 'Ben', step: 1 },
      { person: 'Ada', step: 2 },
    ],
    annotations: [
      { person: 'Ada', state: 'draft', reached: 1, error: null, isImported: false },
      { person: 'Ben', state: 'draft', reached: 1 },
    ],
  })
})

test('the pages of the list together contain each step with bad-split reports once', async () => {
  const ids = ['a', 'b', 'c']
  await importLines(
    project,
    ids.map((id) => makeProblemLine(id, [0.9])),
  )
  for (const name of ids)
    await report(await join(name), [
      [0, 'x'],
      [2, 'y'],
    ])
  // With an overlap of two, three annotators have two solutions between them.
  const all = (await list()).steps
  const listedSteps: string[] = []
  let after: string | undefined
  for (;;) {
    const page = await list({ limit: 1, ...(after === undefined ? {} : { after }) })
    expect(page.count).toBe(4)
    listedSteps.push(...page.steps.map(({ solution, step }) => `${solution}.${step}`))
    if (page.next === null) break
    after = page.next
  }
  expect(listedSteps).toEqual(all.map(({ solution, step }) => `${solution}.${step}`))
  expect(new Set(listedSteps).size).toBe(4)
})

test('an annotation on the page of a solution has its first error, even if it is imported and irregular', async () => {
  const line = {
    id: 'z',
    generator: 'g',
    problem: 'What is it?',
    final_answer_correct: false,
  }
  await importLines(project, [{ ...line, steps: ['One.', 'Two.', 'Three.'], label: 1 }])
  const { id, solutionId } = await getDatabase().annotation.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true, solutionId: true },
  })
  const readError = async (data: {
    ratings: number[]
    finishReason: 'found_error' | 'give_up'
  }) => {
    const perRating = <T>(value: T) => data.ratings.map(() => value)
    await getDatabase().annotation.update({
      where: { projectId_id: { projectId: project.id, id } },
      data: {
        ...data,
        irregular: 'It goes on.',
        flagged: perRating(false),
        chosen: perRating(0),
        offered: perRating(1),
      },
      select: { id: true },
    })
    const call = { project: project.slug, solution: solutionId }
    return (await getSolutionSplit.execute(reviewer, call)).annotations[0]!.error
  }
  expect(await readError({ ratings: [1, -1], finishReason: 'found_error' })).toBe(1)
  expect(await readError({ ratings: [1, -1, 1], finishReason: 'found_error' })).toBe(1)
  expect(await readError({ ratings: [1, -1], finishReason: 'give_up' })).toBeNull()
})

test('dismissed bad-split reports are not listed until they are reopened', async () => {
  await importLines(project, [makeProblemLine('p', [0.9])])
  const [ada, ben] = [await join('Ada'), await join('Ben')]
  const solution = await report(ada, [
    [1, 'Two steps in one'],
    [2, 'Another one'],
  ])
  const [step] = (await list()).steps
  await report(ben, [[1, 'Came later']])
  const annotations = step!.reports.map(({ annotation }) => annotation)
  const input = { project: project.slug, solution, revision: 1, step: 1, annotations }
  const dismiss = (overrides = {}) =>
    dismissSplitReport.execute(reviewer, { ...input, dismissed: true, ...overrides })
  expect(await dismiss()).toEqual({ changed: 1 })
  expect(await dismiss()).toEqual({ changed: 0 })
  expect((await list()).steps).toMatchObject([
    { step: 1, reports: [{ person: 'Ben' }] },
    { step: 2, reports: [{ person: 'Ada' }] },
  ])
  expect(await dismiss({ dismissed: false })).toEqual({ changed: 1 })
  expect((await list()).steps[0]!.reports).toHaveLength(2)
  await expect(dismiss({ revision: 2 })).rejects.toMatchObject({ code: 'conflict' })
})

test('a repair closes the bad-split reports of the replaced steps and renumbers those of other steps', async () => {
  await importLines(project, [makeProblemLine('p', [0.9])])
  const ada = await join('Ada')
  const solution = await report(ada, [
    [0, 'Belongs to the next'],
    [2, 'Cut in the middle'],
  ])
  const change = { kind: 'merge', step: 0, through: 1 } as const
  await repairSteps.execute(reviewer, { project: project.slug, solution, revision: 1, change })
  expect((await list()).steps).toMatchObject([
    { step: 1, revision: 2, text: 'Step 3 of p/0.', reports: [{ text: 'Cut in the middle' }] },
  ])
  const split = await getSolutionSplit.execute(reviewer, { project: project.slug, solution })
  expect(split.history).toMatchObject([
    { revision: 1, change: 'merge steps 1 and 2', stepCount: 3, person: 'Mei Lin' },
  ])
  expect(split.steps.map(({ id }) => id)).toEqual([3, 2])
})

test('dismissing bad-split reports affects one solution only, and reports of outdated steps are not listed', async () => {
  await importLines(project, [makeProblemLine('p', [0.9]), makeProblemLine('q', [0.8])])
  const [ada, ben, cyd] = [await join('Ada'), await join('Ben'), await join('Cyd')]
  const solution = await report(ada, [[1, 'Two']])
  await report(ben, [])
  const otherReport = await report(cyd, [[1, 'Two']])
  expect(otherReport).not.toBe(solution)
  const annotations = (await list()).steps.flatMap(({ reports }) =>
    reports.map(({ annotation }) => annotation),
  )
  const input = { project: project.slug, revision: 1, step: 1, annotations, dismissed: true }
  expect(await dismissSplitReport.execute(reviewer, { ...input, solution })).toEqual({ changed: 1 })
  expect((await list()).steps).toMatchObject([{ solution: otherReport }])
  await getDatabase().$executeRaw`update solution set revision = 2 where id = ${otherReport}::uuid`
  expect((await list()).steps).toEqual([])
})

test('bad-split reports of other projects are not listed', async () => {
  await importLines(project, [makeProblemLine('p', [0.9])])
  const solution = await report(await join('Ada'), [[1, 'Two']])
  const { annotation } = (await list()).steps[0]!.reports[0]!
  const otherProject = await makeProject()
  const call = { project: otherProject.slug, solution }
  expect(
    await listSplitReports.execute(otherProject.admin, { project: otherProject.slug, limit: 9 }),
  ).toEqual({
    count: 0,
    steps: [],
    next: null,
  })
  await expect(getSolutionSplit.execute(otherProject.admin, call)).rejects.toMatchObject({
    code: 'not_found',
  })
  const input = { ...call, revision: 1, step: 1, annotations: [annotation], dismissed: true }
  await expect(dismissSplitReport.execute(otherProject.admin, input)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await list()).count).toBe(1)
  const untouched = await getDatabase().stepNote.findFirstOrThrow({
    where: { projectId: project.id },
    select: { dismissedAt: true },
  })
  expect(untouched.dismissedAt).toBeNull()
})
