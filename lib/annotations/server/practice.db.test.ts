import { beforeEach, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { addMember } from '@/lib/projects/server/commands'
import { joinProject, makePerson, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { finishPractice, listPractice } from './practice'

useTestDatabase()

let project: MadeProject
let person: Person

beforeEach(async () => {
  project = await makeProject()
  person = await joinProject(project, 'annotator')
})

const isDone = async (who: Person, of = project) =>
  (await listPractice.execute(who, { project: of.slug })).isDone
const finish = (who: Person) => finishPractice.execute(who, { project: project.slug })

async function readDone(of = project) {
  const rows = await getDatabase().member.findMany({
    where: { projectId: of.id, tutorialDoneAt: { not: null } },
    select: { userId: true, tutorialDoneAt: true },
  })
  return Object.fromEntries(rows.map(({ userId, tutorialDoneAt }) => [userId, tutorialDoneAt]))
}

test('finishing the practice counts for that member and project only', async () => {
  const other = await joinProject(project, 'annotator')
  const otherProject = await makeProject()
  const { email, name } = person
  await addMember.execute(otherProject.admin, {
    ...{ project: otherProject.slug, email, name, role: 'annotator' },
  })
  expect(await isDone(person)).toBe(false)
  expect(await finish(person)).toEqual({ isDone: true })
  expect([await isDone(person), await isDone(other)]).toEqual([true, false])
  expect(await isDone(person, otherProject)).toBe(false)
  expect(Object.keys(await readDone())).toEqual([person.userId])
  expect(await readDone(otherProject)).toEqual({})
})

test('finishing the practice again keeps the time of the first finish', async () => {
  await finish(person)
  const first = new Date('2026-01-02T03:04:05Z')
  await getDatabase().member.updateMany({
    where: { projectId: project.id, userId: person.userId },
    data: { tutorialDoneAt: first },
  })
  expect(await finish(person)).toEqual({ isDone: true })
  expect(await readDone()).toEqual({ [person.userId]: first })
})

test('an instance admin who is not a member can finish the practice, but nothing is stored', async () => {
  const admin = await makePerson({ isInstanceAdmin: true })
  expect(await finish(admin)).toEqual({ isDone: true })
  expect(await isDone(admin)).toBe(false)
  expect(await readDone()).toEqual({})
})

test('practice solutions ask for explanation and progress if the project does', async () => {
  const asking = await makeProject({ asksExplanation: true, asksProgress: true })
  for (const [of, settings] of [
    [project, false],
    [asking, true],
  ] as const) {
    const { solutions } = await listPractice.execute(of.admin, { project: of.slug })
    expect(solutions.length).toBeGreaterThan(0)
    for (const { work } of solutions)
      expect(work).toMatchObject({ asksExplanation: settings, asksProgress: settings, draft: null })
    expect(solutions.some(({ work }) => Object.keys(work.explanations).length > 0)).toBe(settings)
  }
})
