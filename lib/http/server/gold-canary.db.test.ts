import { expect, test } from 'vitest'
import {
  reopenAnnotation,
  saveAnnotation,
  submitAnnotation,
} from '@/lib/annotations/server/commands'
import { finishInputByReason, makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext, renewLease, skipSolution } from '@/lib/queue/server/commands'
import {
  claimUntilGoldIsServed,
  planTestGold,
  setGoldShare,
} from '@/lib/queue/testing/gold-fixtures'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { maskId } from './mask-id'
import { operations } from './operations'

useTestDatabase()

process.env.NEXTAUTH_URL = 'http://stepmark.test'
process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'

const canary = 'CANARY'
const replies: string[] = []

/** Records the response as the API sends it, including errors. */
async function recordReply(name: string, person: Person, input: Record<string, unknown>) {
  const operation = operations.find(({ contract }) => contract.name === name)!
  const parsed = operation.contract.input.safeParse(input)
  if (!parsed.success || operation.kind === 'lines' || operation.kind === 'bytes') return
  try {
    const reply = await operation.execute(person, parsed.data)
    replies.push(JSON.stringify([name, operation.mask?.(reply, maskId) ?? reply]))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    replies.push(JSON.stringify([name, error.code, error.message, error.details]))
  }
}

/** Runs every query with the ids that a person knows or might guess. */
async function readAll(person: Person, project: TestProject, knownInput: Record<string, unknown>) {
  for (const { kind, contract } of operations) {
    if (kind !== 'query') continue
    await recordReply(contract.name, person, { project: project.slug, ...knownInput })
    await recordReply(contract.name, person, { project: project.slug })
    for (const [name, value] of Object.entries(knownInput))
      await recordReply(contract.name, person, { project: project.slug, [name]: value })
  }
}

async function makeFixture() {
  const project = await makeProject()
  await importLines(
    project,
    Array.from({ length: 12 }, (_, i) => makeProblemLine(`p${i}`, [0.5])),
  )
  const [gold] = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { id: true },
    take: 1,
  })
  const solutionId = gold!.id
  await getDatabase().goldItem.create({
    data: {
      projectId: project.id,
      solutionId,
      firstErrors: [0, 2],
      explanation: `${canary} explanation`,
    },
    select: { solutionId: true },
  })
  await getDatabase().queueItem.deleteMany({ where: { projectId: project.id, solutionId } })
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  for (const person of people) await planTestGold(project, person, [solutionId])
  await setGoldShare(project, 0.5)
  return { project, solution: solutionId, first: people[0]!, second: people[1]! }
}

test("no response to an annotator marks gold, or contains its explanation or another annotator's id or note", async () => {
  const { project, solution, first, second } = await makeFixture()
  const { lease } = await claimUntilGoldIsServed(project, first)
  await submitAnnotation.execute(first, {
    project: project.slug,
    lease: lease.id,
    ...makeSaveInput([1, -1]),
    ...finishInputByReason.foundError,
    finishNote: `${canary} note`,
  })
  const secondClaim = await claimUntilGoldIsServed(project, second)
  const params = { project: project.slug, lease: secondClaim.lease.id }
  await recordReply(claimNext.contract.name, second, { project: project.slug })
  await readAll(second, project, { lease: secondClaim.lease.id, solution, gold: solution })
  await recordReply(saveAnnotation.contract.name, second, { ...params, ...makeSaveInput([1]) })
  await recordReply(renewLease.contract.name, second, params)
  const { annotation } = await submitAnnotation.execute(second, {
    ...params,
    ...makeSaveInput([1, -1], 2),
    ...finishInputByReason.foundError,
  })
  await readAll(second, project, { annotation, solution })
  await recordReply(reopenAnnotation.contract.name, second, { project: project.slug, annotation })
  await recordReply(claimNext.contract.name, second, { project: project.slug })
  await readAll(second, project, { annotation })
  const next = await claimNext.execute(second, { project: project.slug, prefetch: false })
  if (next.kind !== 'solution') throw new Error('No solution was served.')
  const skipInput = { project: project.slug, lease: next.lease.id, reason: 'No' }
  await recordReply(skipSolution.contract.name, second, skipInput)

  const allReplies = replies.join('\n')
  expect(replies.length).toBeGreaterThan(60)
  expect(allReplies).toContain('Step 1 of')
  expect(allReplies).toContain(`"submittedAt"`)
  expect(allReplies).toContain(`["reopenAnnotation",{"lease":`)
  // The solution’s id may only appear where an error quotes the input.
  const validReplies = replies.filter((each) => !each.includes('"invalid_input"')).join('\n')
  expect(validReplies).not.toContain(solution)
  expect(validReplies).not.toMatch(
    /CANARY|firstErrors|first_errors|QualityControl|quality_control|isScreening|purpose|false_alarm|"exact"/i,
  )
  expect(validReplies).not.toContain(first.userId)
})
