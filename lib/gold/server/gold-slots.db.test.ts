import { beforeEach, expect, test } from 'vitest'
import { adjudicateSolution, withdrawAdjudication } from '@/lib/adjudication/server/commands'
import {
  claimNextItem,
  claimAndLabelSolution,
  makeAdjudicationProject,
} from '@/lib/adjudication/testing/adjudication-project'
import { expireLease } from '@/lib/annotations/testing/claimed-solution'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { endExpiredLeases } from '@/lib/queue/server/claim.sql'
import { claimNext, releaseLease } from '@/lib/queue/server/commands'
import { returnAnnotationAsRework } from '@/lib/queue/testing/queue-fixtures'
import { markSolutionAsGold, unmarkSolutionAsGold } from './commands'

useTestDatabase()

let fixture: Awaited<ReturnType<typeof makeAdjudicationProject>>

beforeEach(async () => {
  fixture = await makeAdjudicationProject()
})

const mark = () =>
  markSolutionAsGold.execute(
    fixture.project.admin,
    markSolutionAsGold.contract.input.parse({
      ...fixture.solutionInput,
      revision: 1,
      firstErrors: [1],
    }),
  )
const unmark = () => unmarkSolutionAsGold.execute(fixture.project.admin, fixture.solutionInput)

const findItem = () =>
  getDatabase().queueItem.findFirst({
    where: { projectId: fixture.project.id },
    select: { slots: true, leased: true, done: true },
  })
const noSlots = { slots: 0, leased: 0, done: 0 }
const allSlots = { slots: 2, leased: 0, done: 0 }

const readClaimKind = async (person = fixture.ben) =>
  (await claimNext.execute(person, { project: fixture.project.slug, prefetch: false })).kind

test('removing gold gives the solution its slots back', async () => {
  expect(await mark()).toMatchObject({ closedSlots: 2 })
  expect(await findItem()).toEqual(noSlots)
  expect(await readClaimKind()).toBe('none_left')
  expect(await unmark()).toMatchObject({ reopenedSlots: 2 })
  expect(await findItem()).toEqual(allSlots)
  expect(await readClaimKind()).toBe('solution')
})

test('withdrawing an adjudication that created gold gives the solution its slots back', async () => {
  const { adjudication } = await adjudicateSolution.execute(fixture.reviewer, {
    ...fixture.solutionInput,
    revision: 1,
    ratings: [1, -1],
    note: 'Two',
    adopted: null,
    gold: true,
    answers: { options: [], explanation: null, progress: null },
    expected: { annotations: [], adjudication: null },
  })
  expect(await findItem()).toEqual(noSlots)
  const call = { project: fixture.project.slug, adjudication }
  await withdrawAdjudication.execute(fixture.reviewer, call)
  expect(await findItem()).toEqual(allSlots)
})

test.each(['released', 'expired'])(
  'removing gold reopens all free slots, even one whose lease was %s while the solution was gold',
  async (leaseEnd) => {
    const { lease } = await claimNextItem(fixture.project, fixture.ann)
    expect(await mark()).toMatchObject({ closedSlots: 1 })
    if (leaseEnd === 'released')
      await releaseLease.execute(fixture.ann, { project: fixture.project.slug, lease: lease.id })
    else await expireLease(lease.id)
    expect(await readClaimKind()).toBe('none_left')
    expect(await findItem()).toEqual(noSlots)
    expect(await unmark()).toMatchObject({ reopenedSlots: 2 })
    expect(await findItem()).toEqual(allSlots)
  },
)

test('rework of a solution that became gold is served only to its annotator', async () => {
  await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
  await returnAnnotationAsRework(fixture.project, fixture.ann, fixture.solution)
  await mark()
  for (let time = 0; time < 2; time += 1) {
    const { reason, lease } = await claimNextItem(fixture.project, fixture.ann)
    expect(reason).toBe('rework')
    expect(await findItem()).toEqual({ slots: 1, leased: 1, done: 0 })
    await expireLease(lease.id)
    await endExpiredLeases(getDatabase(), fixture.project.id)
    expect(await findItem()).toEqual(noSlots)
  }
  expect(await readClaimKind()).toBe('none_left')
  await unmark()
  expect(await findItem()).toEqual(allSlots)
})
