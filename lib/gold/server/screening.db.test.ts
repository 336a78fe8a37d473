import { beforeEach, describe, expect, test } from 'vitest'
import { reopenAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import { getWork } from '@/lib/annotations/server/queries'
import {
  expireLease,
  finishInputByReason,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import {
  answerNextScreeningItem,
  startScreening,
  claimNextItem,
  claimSolutionOrThrow,
  makeAnnotatorMember,
  gradeScreenings,
  makeScreenedProject,
  completeScreening,
} from '@/lib/gold/testing/screened-project'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { countBlockedStatements, runWhileLocked } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { releaseLease, skipSolution } from '@/lib/queue/server/commands'
import { makeMember, type TestProject } from '@/prisma/seed/factories'
import { planGoldOfAllProjects } from './plan-gold'
import { getOwnScreening, listScreenings, decideScreening } from './screening'
import { updateQualitySettings } from './settings'

useTestDatabase()

let project: TestProject
let person: Person

beforeEach(async () => {
  project = await makeScreenedProject()
  person = await makeAnnotatorMember(project)
})

const updateSettings = (values: object) =>
  updateQualitySettings.execute(
    project.admin,
    updateQualitySettings.contract.input.parse({ project: project.slug, ...values }),
  )
const readOwn = (of = person) => getOwnScreening.execute(of, { project: project.slug })
const decide = (kind: 'admitted' | 'another_attempt', user = person.userId) =>
  decideScreening.execute(project.admin, { project: project.slug, user, kind, note: 'Known to us' })
const isGold = async (solutionId: string) =>
  (await getDatabase().goldItem.count({ where: { projectId: project.id, solutionId } })) === 1
const screeningDue = { kind: 'screening_due', items: 4, share: 0.75 }

describe('an annotator in screening', () => {
  test('is served nothing before they start the screening', async () => {
    expect(await claimNextItem(project, person)).toEqual({ ...screeningDue, state: 'required' })
    expect(await claimNextItem(project, person, true)).toEqual({
      ...screeningDue,
      state: 'required',
    })
    expect(await readOwn()).toEqual({ status: 'required', items: 4, needed: 3, attempt: null })
  })

  test('is served each item once, with its number, and then nothing until the screening is graded', async () => {
    expect(await startScreening(project, person)).toEqual({ number: 1, items: 4, needed: 3 })
    const servedSet = new Set<string>()
    for (let number = 1; number <= 4; number++) {
      const { reason, lease } = await claimSolutionOrThrow(project, person)
      expect(reason).toBe('screening')
      const work = await getWork.execute(person, { project: project.slug, lease: lease.id })
      expect(work.screening).toEqual({ number, of: 4 })
      servedSet.add(await answerNextScreeningItem(project, person, 'exact'))
    }
    expect(servedSet.size).toBe(4)
    for (const solution of servedSet) expect(await isGold(solution)).toBe(true)
    expect(await claimNextItem(project, person)).toEqual({ ...screeningDue, state: 'grading' })
    expect((await readOwn()).attempt).toMatchObject({ state: 'running', answered: 4, exact: null })
    await gradeScreenings()
    expect(await readOwn()).toMatchObject({
      status: 'admitted',
      attempt: { number: 1, state: 'passed', items: 4, needed: 3, exact: 4, activeMs: 6_000 },
    })
    const next = await claimSolutionOrThrow(project, person)
    expect(next.reason).toBe('work')
    expect(await isGold(next.solution)).toBe(false)
    const work = await getWork.execute(person, { project: project.slug, lease: next.lease.id })
    expect(work.screening).toBe(null)
  })

  test('sees a passed attempt together with the admission, even if grading commits between two queries', async () => {
    await startScreening(project, person)
    for (let i = 0; i < 4; i++) await answerNextScreeningItem(project, person, 'exact')
    const grade = async (db: Transaction) => {
      await db.$executeRaw`lock table queue_admission in access exclusive mode`
      await db.$executeRaw`
        update screening_attempt set state = 'passed', exact = 4, active_ms = 0, ended_at = now()`
      await db.$executeRaw`update queue_admission set status = 'admitted', items = null`
    }
    const { reading } = await runWhileLocked(grade, async () => {
      const reading = readOwn()
      await expect.poll(countBlockedStatements).toBe(1)
      return { reading }
    })
    expect(await reading).toMatchObject({ status: 'admitted', attempt: { state: 'passed' } })
  })

  test('passes with exactly enough exact answers and fails with one fewer; giving up does not count as exact', async () => {
    await completeScreening(project, person, 3)
    expect(await readOwn()).toMatchObject({ status: 'admitted', attempt: { exact: 3 } })
    const otherAnnotator = await makeAnnotatorMember(project)
    await startScreening(project, otherAnnotator)
    for (const answerKind of ['given-up', 'exact', 'wrong', 'exact'] as const)
      await answerNextScreeningItem(project, otherAnnotator, answerKind)
    await gradeScreenings()
    expect(await readOwn(otherAnnotator)).toMatchObject({
      status: 'failed',
      attempt: { state: 'failed', exact: 2 },
    })
    expect(await claimNextItem(project, otherAnnotator)).toEqual({
      ...screeningDue,
      state: 'failed',
    })
    await expect(startScreening(project, otherAnnotator)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^You did not pass/) as string,
    })
  })

  test('is served an item again after its lease was released or expired', async () => {
    await startScreening(project, person)
    const first = await claimSolutionOrThrow(project, person)
    const prefetched = await claimSolutionOrThrow(project, person, true)
    expect(prefetched.reason).toBe('screening')
    await releaseLease.execute(person, { project: project.slug, lease: prefetched.lease.id })
    await expireLease(first.lease.id)
    await gradeScreenings()
    expect((await claimSolutionOrThrow(project, person)).solution).toBe(first.solution)
    expect((await claimSolutionOrThrow(project, person, true)).solution).toBe(prefetched.solution)
  })

  test('can neither skip a solution nor reopen an answer', async () => {
    await startScreening(project, person)
    const { lease, solution } = await claimSolutionOrThrow(project, person)
    await expect(
      skipSolution.execute(person, { project: project.slug, lease: lease.id, reason: 'Hard' }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect((await claimSolutionOrThrow(project, person)).solution).toBe(solution)
    await answerNextScreeningItem(project, person, 'exact')
    const { id } = await getDatabase().annotation.findFirstOrThrow({
      where: { projectId: project.id, userId: person.userId },
      select: { id: true },
    })
    await expect(
      reopenAnnotation.execute(person, { project: project.slug, annotation: id }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('always sees the reference answers, even if most work is in the hidden-reference arm', async () => {
    await updateSettings({ hiddenReferenceShare: 0.9 })
    await getDatabase().problem.updateMany({
      where: { projectId: project.id },
      data: { answer: '7' },
    })
    await startScreening(project, person)
    for (let i = 0; i < 4; i++) {
      const { lease } = await claimSolutionOrThrow(project, person)
      const work = await getWork.execute(person, { project: project.slug, lease: lease.id })
      expect(work.referenceAnswer).toMatchObject({ source: '7' })
      await answerNextScreeningItem(project, person, 'exact')
    }
    const rows = await getDatabase().annotation.findMany({
      where: { projectId: project.id },
      select: { isScreening: true, answerShown: true, hiddenReferenceShare: true },
    })
    expect(rows).toHaveLength(4)
    for (const row of rows)
      expect(row).toEqual({ isScreening: true, answerShown: true, hiddenReferenceShare: null })
  })

  test('has only one attempt if two requests to start it are concurrent', async () => {
    const outcomes = await Promise.allSettled([
      startScreening(project, person),
      startScreening(project, person),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', message: expect.stringMatching(/already started/) as string },
    })
    expect(await getDatabase().screeningAttempt.count({ where: { projectId: project.id } })).toBe(1)
  })

  test('can start the screening while gold is being planned', async () => {
    const plan = () => planGoldOfAllProjects(getDatabase(), new AbortController().signal)
    await plan()
    const newAnnotators = await Promise.all(
      Array.from({ length: 4 }, () => makeAnnotatorMember(project)),
    )
    await Promise.all([
      plan(),
      ...[person, ...newAnnotators].map((newAnnotator) => startScreening(project, newAnnotator)),
      plan(),
    ])
    for (const newAnnotator of [person, ...newAnnotators]) {
      const { lease } = await claimSolutionOrThrow(project, newAnnotator)
      const work = await getWork.execute(newAnnotator, { project: project.slug, lease: lease.id })
      expect(work.screening).toEqual({ number: 1, of: 4 })
      for (let i = 0; i < 4; i++) await answerNextScreeningItem(project, newAnnotator, 'exact')
      expect(await claimNextItem(project, newAnnotator)).toEqual({
        ...screeningDue,
        state: 'grading',
      })
    }
    await gradeScreenings()
    expect((await claimSolutionOrThrow(project, person)).reason).toBe('work')
  })

  test('is served the items in random order', async () => {
    const orders = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const newAnnotator = await makeAnnotatorMember(project)
        await startScreening(project, newAnnotator)
        return (await claimSolutionOrThrow(project, newAnnotator)).solution
      }),
    )
    // All 6 are equal by chance once in 7,776 runs.
    expect(new Set(orders).size).toBeGreaterThan(1)
  })

  test('is graded once, using only the items that are still gold', async () => {
    await startScreening(project, person)
    for (const answerKind of ['exact', 'exact', 'wrong'] as const)
      await answerNextScreeningItem(project, person, answerKind)
    const last = await answerNextScreeningItem(project, person, 'wrong')
    await getDatabase().goldItem.deleteMany({
      where: { projectId: project.id, solutionId: last },
    })
    await Promise.all([gradeScreenings(), gradeScreenings()])
    // 2 of 3 is less than the pass share of 75%.
    expect(await readOwn()).toMatchObject({
      status: 'failed',
      attempt: { items: 3, needed: 3, exact: 2 },
    })
  })

  test('needs another screening if none of its items is still gold', async () => {
    await startScreening(project, person)
    await getDatabase().goldItem.deleteMany({ where: { projectId: project.id } })
    await gradeScreenings()
    expect(await readOwn()).toMatchObject({ status: 'required', attempt: null })
    await expect(startScreening(project, person)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/too few gold solutions/) as string,
    })
  })
})

describe('a project that screens annotators', () => {
  test.each(['reviewer', 'admin'] as const)(
    'serves work without screening to members with the role %s',
    async (role) => {
      const member = await makeMember(project, role)
      expect((await claimSolutionOrThrow(project, member)).reason).toBe('work')
      await expect(startScreening(project, member)).rejects.toMatchObject({ code: 'conflict' })
      expect(await readOwn(member)).toMatchObject({ status: 'none' })
    },
  )

  test('tells an annotator the pass mark of their running screening, and after it the changed pass mark of the next', async () => {
    await startScreening(project, person)
    for (let i = 0; i < 4; i++) await answerNextScreeningItem(project, person, 'wrong')
    await updateSettings({ screeningShare: 1 })
    expect(await claimNextItem(project, person)).toEqual({ ...screeningDue, state: 'grading' })
    await gradeScreenings()
    const nextScreening = { ...screeningDue, share: 1 }
    expect(await claimNextItem(project, person)).toEqual({ ...nextScreening, state: 'failed' })
  })

  test('serves work to an annotator who submitted some before screening was turned on', async () => {
    await updateSettings({ screens: false })
    expect(await readOwn()).toMatchObject({ status: 'none' })
    await answerWork(person)
    const idle = await makeAnnotatorMember(project)
    await updateSettings({ screens: true })
    expect((await claimSolutionOrThrow(project, person)).reason).toBe('work')
    expect(await claimNextItem(project, idle)).toMatchObject({ state: 'required' })
  })

  test('serves work to an annotator who failed while screening is off, and blocks them when it is on again', async () => {
    await completeScreening(project, person, 0)
    await updateSettings({ screens: false })
    expect((await claimSolutionOrThrow(project, person)).reason).toBe('work')
    await answerWork(person)
    await updateSettings({ screens: true })
    expect(await claimNextItem(project, person)).toMatchObject({ state: 'failed' })
  })
})

/** Claims and submits a solution as ordinary work. */
async function answerWork(of: Person): Promise<void> {
  const { lease } = await claimSolutionOrThrow(project, of)
  const state = { ...makeSaveInput([-1]), ...finishInputByReason.foundError }
  await submitAnnotation.execute(of, { project: project.slug, lease: lease.id, ...state })
}

describe('an admin', () => {
  test('can admit an annotator who failed, with a note', async () => {
    await completeScreening(project, person, 1)
    expect(await decide('admitted')).toEqual({ user: person.userId, status: 'admitted' })
    expect((await claimSolutionOrThrow(project, person)).reason).toBe('work')
    const { people } = await listScreenings.execute(project.admin, { project: project.slug })
    expect(people).toMatchObject([
      {
        user: person.userId,
        status: 'admitted',
        attempts: [{ number: 1, state: 'failed', exact: 1 }],
        decisions: [{ kind: 'admitted', note: 'Known to us', by: 'Ada Okoro' }],
      },
    ])
    const entries = await getDatabase().auditEntry.findMany({
      where: { projectId: project.id, action: 'screening.decide' },
      select: { actor: true, target: true, detail: true },
    })
    expect(entries).toEqual([
      {
        actor: `user:${project.admin.userId}`,
        target: `user:${person.userId}`,
        detail: JSON.stringify({ kind: 'admitted' }),
      },
    ])
    await expect(decide('admitted')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('can allow another attempt, with unseen solutions, if there are enough', async () => {
    await completeScreening(project, person, 0)
    await expect(decide('another_attempt')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/needs 4 gold solutions .* There are 2/) as string,
    })
    await updateSettings({ screeningItems: 2 })
    expect(await decide('another_attempt')).toMatchObject({ status: 'required' })
    await expect(decide('another_attempt')).rejects.toMatchObject({ code: 'conflict' })
    expect(await startScreening(project, person)).toMatchObject({ number: 2, items: 2, needed: 2 })
    await answerNextScreeningItem(project, person, 'exact')
    await answerNextScreeningItem(project, person, 'exact')
    await gradeScreenings()
    expect(await readOwn()).toMatchObject({
      status: 'admitted',
      attempt: { number: 2, exact: 2 },
    })
    const labelledCount = await getDatabase().annotation.count({
      where: { projectId: project.id, userId: person.userId, isScreening: true },
    })
    expect(labelledCount).toBe(6)
  })

  test('can allow another attempt with more items, even if gold was planned for the annotator during the first', async () => {
    const longerProject = await makeScreenedProject({ gold: 14 })
    const lateAnnotator = await makeAnnotatorMember(longerProject)
    await startScreening(longerProject, lateAnnotator)
    await planGoldOfAllProjects(getDatabase(), new AbortController().signal)
    for (let i = 0; i < 4; i++) await answerNextScreeningItem(longerProject, lateAnnotator, 'wrong')
    await gradeScreenings()
    project = longerProject
    await updateSettings({ screeningItems: 8 })
    await decide('another_attempt', lateAnnotator.userId)
    expect(await startScreening(longerProject, lateAnnotator)).toMatchObject({
      number: 2,
      items: 8,
    })
  })

  test('can admit an annotator during the screening, and its result does not revoke the admission', async () => {
    await startScreening(project, person)
    await answerNextScreeningItem(project, person, 'wrong')
    await decide('admitted')
    await gradeScreenings()
    expect((await claimSolutionOrThrow(project, person)).reason).toBe('work')
    expect(await readOwn()).toMatchObject({
      status: 'admitted',
      attempt: { state: 'failed', answered: 1, exact: 0 },
    })
  })

  test('can’t decide about a reviewer or an annotator of another project', async () => {
    const reviewer = await makeMember(project, 'reviewer')
    await expect(decide('admitted', reviewer.userId)).rejects.toMatchObject({ code: 'conflict' })
    const outsider = await makeAnnotatorMember(await makeScreenedProject())
    await expect(decide('admitted', outsider.userId)).rejects.toMatchObject({ code: 'not_found' })
  })
})
