import { expect, test } from 'vitest'
import {
  makeProjectWithClaimedSolution,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import type { Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { addMember } from '@/lib/projects/server/commands'
import { releaseLease } from '@/lib/queue/server/commands'
import { makeMember, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { saveAnnotation } from './commands'
import { getWork, getWorkSteps } from './queries'

useTestDatabase()

const stepCount = 250

const openLongWork = (lines: readonly unknown[] = [makeProblemLine('p', [0.9], stepCount)]) =>
  makeProjectWithClaimedSolution({}, lines)

const readSources = ({ steps }: { steps: readonly { source: string }[] }) =>
  steps.map(({ source }) => source)

test('the pages of a long solution contain every step once and in order', async () => {
  const { person, input } = await openLongWork()
  const first = await getWork.execute(person, input)
  expect(first).toMatchObject({ pageStart: 0, stepCount })
  expect(first.steps.length).toBeLessThan(stepCount)
  const sources = readSources(first)
  while (sources.length < stepCount) {
    const page = await getWorkSteps.execute(person, { ...input, around: sources.length })
    expect(page).toMatchObject({ pageStart: sources.length, stepCount, revision: 1 })
    expect(page.steps.length).toBeGreaterThan(0)
    sources.push(...readSources(page))
  }
  expect(sources).toEqual(
    Array.from({ length: stepCount }, (_, step) => `Step ${step + 1} of p/0.`),
  )
})

test('a draft opens on the page of its first error, or else of its first unrated step', async () => {
  const { person, input } = await openLongWork()
  const rated = Array.from({ length: 230 }, (): Rating => 1)
  await saveAnnotation.execute(person, { ...input, ...makeSaveInput(rated) })
  const work = await getWork.execute(person, input)
  expect(work.pageStart).toBe(200)
  expect(work.steps).toHaveLength(50)
  const withError: Rating[] = [...rated.slice(0, 150), -1]
  await saveAnnotation.execute(person, { ...input, ...makeSaveInput(withError, 2), basedOn: 1 })
  expect((await getWork.execute(person, input)).pageStart).toBe(100)
  const all = Array.from({ length: stepCount }, (): Rating => 1)
  await saveAnnotation.execute(person, { ...input, ...makeSaveInput(all, 3), basedOn: 2 })
  expect((await getWork.execute(person, input)).pageStart).toBe(200)
})

test('requesting the page of a step beyond the last is rejected', async () => {
  const { person, input } = await openLongWork()
  const last = await getWorkSteps.execute(person, { ...input, around: stepCount - 1 })
  expect(last.pageStart + last.steps.length).toBe(stepCount)
  await expect(getWorkSteps.execute(person, { ...input, around: stepCount })).rejects.toMatchObject(
    {
      code: 'not_found',
      message: 'The solution has no step 250. Its steps are 0 to 249.',
    },
  )
})

test('a solution of the step-choice flow has no page of steps', async () => {
  const { person, input } = await makeProjectWithClaimedSolution({ flow: 'step_choice' }, [
    { problem: 'Why?', answer: '2', options: [['One.', 'Two.'], ['Three.']] },
  ])
  await expect(getWorkSteps.execute(person, { ...input, around: 0 })).rejects.toMatchObject({
    code: 'not_found',
    message:
      'In the step-choice flow, a solution has options instead of steps. Get them with getWork.',
  })
})

test('only the holder of the lease can read steps, until the lease expires', async () => {
  const { project, person, input } = await openLongWork()
  const query = { ...input, around: 0 }
  const refusal = { code: 'lease_lost' }
  const colleague = await makeMember(project, 'annotator')
  await expect(getWorkSteps.execute(colleague, query)).rejects.toMatchObject(refusal)
  await expect(getWorkSteps.execute(project.admin, query)).rejects.toMatchObject(refusal)
  const otherProject = await makeProject()
  const { email, name } = person
  const member = { project: otherProject.slug, email, name, role: 'annotator' as const }
  await addMember.execute(otherProject.admin, member)
  await expect(
    getWorkSteps.execute(person, { ...query, project: otherProject.slug }),
  ).rejects.toMatchObject(refusal)

  await getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '1 hour', expires_at = now() - interval '1 second' where id = ${input.lease}::uuid`
  await expect(getWorkSteps.execute(person, query)).rejects.toMatchObject(refusal)
})

test('steps can’t be read after the lease is released', async () => {
  const { person, input } = await openLongWork()
  await releaseLease.execute(person, input)
  await expect(getWorkSteps.execute(person, { ...input, around: 0 })).rejects.toMatchObject({
    code: 'lease_lost',
  })
})

test('each page of a solution with many formulas is typeset and limited in size', async () => {
  const steps = Array.from({ length: isFullTestRun ? 200 : 80 }, (_, step) =>
    Array.from({ length: 60 }, (_unused, index) => `$x_{${step}} + ${index}$`).join(' '),
  )
  const line = makeProblemLine('p', [0.9])
  const { person, input } = await openLongWork([
    { ...line, samples: line.samples.map((sample) => ({ ...sample, steps })) },
  ])
  const pages = [await getWork.execute(person, input)]
  const replies = [JSON.stringify(pages[0])]
  let next = pages[0]!.steps.length
  while (next < steps.length) {
    const page = await getWorkSteps.execute(person, { ...input, around: next })
    replies.push(JSON.stringify(page))
    next += page.steps.length
  }
  for (const reply of replies) {
    expect(reply.length).toBeLessThan(5_000_000)
    expect(reply).not.toContain('"plain"')
  }
})
