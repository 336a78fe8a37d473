import { beforeEach, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { addMember } from '@/lib/projects/server/commands'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import { makeMember, makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import { practiceSolutions } from '../practice'
import {
  finishPractice,
  gradePracticeAnswer,
  listPracticeSolutions,
  revealPracticeOptions,
} from './practice'
import { toPracticeSolutionReply } from './practice-replies'

useTestDatabase()

let project: TestProject
let person: Person

beforeEach(async () => {
  project = await makeProject()
  person = await makeMember(project, 'annotator')
})

const isDone = async (who: Person, of = project) =>
  (await listPracticeSolutions.execute(who, { project: of.slug })).isDone
const finish = (who: Person) => finishPractice.execute(who, { project: project.slug })

async function readFinishTimes(of = project) {
  const rows = await getDatabase().member.findMany({
    where: { projectId: of.id, tutorialDoneAt: { not: null } },
    select: { userId: true, tutorialDoneAt: true },
  })
  return Object.fromEntries(rows.map(({ userId, tutorialDoneAt }) => [userId, tutorialDoneAt]))
}

test('finishing the practice is recorded only for that member in that project', async () => {
  const otherAnnotator = await makeMember(project, 'annotator')
  const otherProject = await makeProject()
  const { email, name } = person
  await addMember.execute(otherProject.admin, {
    project: otherProject.slug,
    email,
    name,
    role: 'annotator',
  })
  expect(await isDone(person)).toBe(false)
  expect(await finish(person)).toEqual({ isDone: true })
  expect([await isDone(person), await isDone(otherAnnotator)]).toEqual([true, false])
  expect(await isDone(person, otherProject)).toBe(false)
  expect(Object.keys(await readFinishTimes())).toEqual([person.userId])
  expect(await readFinishTimes(otherProject)).toEqual({})
})

test('finishing the practice again keeps the time at which it was first finished', async () => {
  await finish(person)
  const first = new Date('2026-01-02T03:04:05Z')
  await getDatabase().member.updateMany({
    where: { projectId: project.id, userId: person.userId },
    data: { tutorialDoneAt: first },
  })
  expect(await finish(person)).toEqual({ isDone: true })
  expect(await readFinishTimes()).toEqual({ [person.userId]: first })
})

test('an instance admin who is not a member can finish the practice, but nothing is stored', async () => {
  const admin = await makePerson({ isInstanceAdmin: true })
  expect(await finish(admin)).toEqual({ isDone: true })
  expect(await isDone(admin)).toBe(false)
  expect(await readFinishTimes()).toEqual({})
})

test('practice solutions ask for explanation and progress if the project does', async () => {
  const projectWithQuestions = await makeProject({ asksExplanation: true, asksProgress: true })
  for (const [testedProject, settings] of [
    [project, false],
    [projectWithQuestions, true],
  ] as const) {
    const { solutions } = await listPracticeSolutions.execute(testedProject.admin, {
      project: testedProject.slug,
    })
    expect(solutions.length).toBeGreaterThan(0)
    for (const { work } of solutions)
      expect(work).toMatchObject({ asksExplanation: settings, asksProgress: settings, draft: null })
    const reveal = await revealPracticeOptions.execute(testedProject.admin, {
      project: testedProject.slug,
      solution: 0,
      ratings: [1, 1, -1],
    })
    expect(reveal.options).toHaveLength(2)
    expect(reveal.explanations.length > 0).toBe(settings)
  }
})

test('the practice list has neither options nor expected answers', async () => {
  const { solutions } = await listPracticeSolutions.execute(person, { project: project.slug })
  const settings = {
    asksExplanation: false,
    asksProgress: false,
    errorTags: [],
    guidelineVersion: 1,
  }
  const expected = await typesetReply((typesetter) =>
    practiceSolutions.map((solution, index) =>
      toPracticeSolutionReply(typesetter, { solution, index, project: settings }),
    ),
  )
  expect(JSON.stringify(solutions)).toBe(JSON.stringify(expected))
})

test('requesting options of a practice solution is rejected until one of its steps is rated negative', async () => {
  const reveal = (solution: number, ratings: (-1 | 0 | 1)[]) =>
    revealPracticeOptions.execute(person, { project: project.slug, solution, ratings })
  await expect(reveal(0, [1, 1, 1])).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(reveal(0, [1, 1, 1, 1, -1])).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(reveal(9, [-1])).rejects.toMatchObject({ code: 'not_found' })
  expect(await reveal(0, [-1])).toEqual({ step: 0, options: [], explanations: [] })
})

test('a practice answer is graded on the server, with the expected first error and the reason', async () => {
  const grade = (ratings: (-1 | 0 | 1)[], options: (-1 | 0 | 1)[] = [], solution = 0) =>
    gradePracticeAnswer.execute(person, {
      project: project.slug,
      solution,
      ratings,
      options,
      explanation: null,
      reason: ratings.at(-1) === -1 ? ('found_error' as const) : ('solution' as const),
    })
  const correctGrade = await grade([1, 1, -1], [1, 1])
  expect(correctGrade).toMatchObject({
    isCorrect: true,
    firstError: 2,
    differences: [{ step: 2, option: 1, rating: 1, expectedRating: 0 }],
  })
  expect(correctGrade.options).toHaveLength(2)
  expect(await grade([1, 1, -1], [-1, 0])).toMatchObject({ isCorrect: false })
  expect(await grade([1, 1, 1, 1], [], 1)).toMatchObject({
    isCorrect: true,
    options: [],
    differences: [{ step: 0, option: null, rating: 1, expectedRating: 0 }],
  })
  const { isCorrect, message, options, why } = await grade([1, -1])
  expect([isCorrect, options]).toEqual([false, []])
  expect(JSON.stringify(message)).toContain(
    'You rated step 2 negative, but the first error is at step 3.',
  )
  expect(JSON.stringify(why)).toContain('Step 3 uses')
})
