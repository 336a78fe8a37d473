import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { reopenAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import { getWork } from '@/lib/annotations/server/queries'
import { expireLease, finish, makeState } from '@/lib/annotations/testing/claimed-work'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { countWaiting, holding } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  answerNext,
  begin,
  claim,
  claimServed,
  join,
  judge,
  makeScreened,
  passThrough,
} from '@/lib/quality/testing/screened-project'
import { releaseLease, skipSolution } from '@/lib/queue/server/commands'
import { joinProject, type MadeProject } from '@/prisma/seed/factories'
import { planGold } from './plan-gold'
import { getOwnScreening, listScreenings, decideScreening } from './screening'
import { updateQualitySettings } from './settings'

useTestDatabase()

let project: MadeProject
let person: Person

beforeEach(async () => {
  project = await makeScreened()
  person = await join(project)
})

const change = (values: object) =>
  updateQualitySettings.execute(
    project.admin,
    updateQualitySettings.contract.input.parse({ project: project.slug, ...values }),
  )
const readOwn = (of = person) => getOwnScreening.execute(of, { project: project.slug })
const rule = (kind: 'admitted' | 'another_attempt', user = person.userId) =>
  decideScreening.execute(project.admin, { project: project.slug, user, kind, note: 'Known to us' })
const isGold = async (solutionId: string) =>
  (await getDatabase().goldItem.count({ where: { projectId: project.id, solutionId } })) === 1
const screeningDue = { kind: 'screening_due', items: 4, share: 0.75 }

describe('an annotator in screening', () => {
  test('is served nothing before it is begun', async () => {
    expect(await claim(project, person)).toEqual({ ...screeningDue, state: 'required' })
    expect(await claim(project, person, true)).toEqual({ ...screeningDue, state: 'required' })
    expect(await readOwn()).toEqual({ status: 'required', items: 4, needed: 3, attempt: null })
  })

  test('is served its solutions, each once, numbered, and then nothing until it is judged', async () => {
    expect(await begin(project, person)).toEqual({ number: 1, items: 4, needed: 3 })
    const served = new Set<string>()
    for (let number = 1; number <= 4; number++) {
      const { reason, lease } = await claimServed(project, person)
      expect(reason).toBe('screening')
      const work = await getWork.execute(person, { project: project.slug, lease: lease.id })
      expect(work.screening).toEqual({ number, of: 4 })
      served.add(await answerNext(project, person, 'exact'))
    }
    expect(served.size).toBe(4)
    for (const solution of served) expect(await isGold(solution)).toBe(true)
    expect(await claim(project, person)).toEqual({ ...screeningDue, state: 'grading' })
    expect((await readOwn()).attempt).toMatchObject({ state: 'running', answered: 4, exact: null })
    await judge()
    expect(await readOwn()).toMatchObject({
      status: 'admitted',
      attempt: { number: 1, state: 'passed', items: 4, needed: 3, exact: 4, activeMs: 6_000 },
    })
    const next = await claimServed(project, person)
    expect(next.reason).toBe('work')
    expect(await isGold(next.solution)).toBe(false)
    const work = await getWork.execute(person, { project: project.slug, lease: next.lease.id })
    expect(work.screening).toBe(null)
  })

  test('reads a passed attempt with its admission, even if grading commits between two statements', async () => {
    await begin(project, person)
    for (let i = 0; i < 4; i++) await answerNext(project, person, 'exact')
    const grade = async (db: Transaction) => {
      await db.$executeRaw`lock table queue_admission in access exclusive mode`
      await db.$executeRaw`
        update screening_attempt set state = 'passed', exact = 4, active_ms = 0, ended_at = now()`
      await db.$executeRaw`update queue_admission set status = 'admitted', items = null`
    }
    const { reading } = await holding(grade, async () => {
      const reading = readOwn()
      await expect.poll(countWaiting).toBe(1)
      return { reading }
    })
    expect(await reading).toMatchObject({ status: 'admitted', attempt: { state: 'passed' } })
  })

  test('passes with just enough, fails with one less, and giving up is no exact answer', async () => {
    await passThrough(project, person, 3)
    expect(await readOwn()).toMatchObject({ status: 'admitted', attempt: { exact: 3 } })
    const other = await join(project)
    await begin(project, other)
    for (const how of ['given-up', 'exact', 'wrong', 'exact'] as const)
      await answerNext(project, other, how)
    await judge()
    expect(await readOwn(other)).toMatchObject({
      status: 'failed',
      attempt: { state: 'failed', exact: 2 },
    })
    expect(await claim(project, other)).toEqual({ ...screeningDue, state: 'failed' })
    await expect(begin(project, other)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^You did not pass/) as string,
    })
  })

  test('has at most two leases, and gets released and expired items again', async () => {
    await begin(project, person)
    const first = await claimServed(project, person)
    const prefetched = await claimServed(project, person, true)
    expect(prefetched.reason).toBe('screening')
    await releaseLease.execute(person, { project: project.slug, lease: prefetched.lease.id })
    await expireLease(first.lease.id)
    await judge()
    expect((await claimServed(project, person)).solution).toBe(first.solution)
    expect((await claimServed(project, person, true)).solution).toBe(prefetched.solution)
  })

  test('can neither skip a solution nor open an answer again', async () => {
    await begin(project, person)
    const { lease, solution } = await claimServed(project, person)
    await expect(
      skipSolution.execute(person, { project: project.slug, lease: lease.id, reason: 'Hard' }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect((await claimServed(project, person)).solution).toBe(solution)
    await answerNext(project, person, 'exact')
    const { id } = await getDatabase().annotation.findFirstOrThrow({
      where: { projectId: project.id, userId: person.userId },
      select: { id: true },
    })
    await expect(
      reopenAnnotation.execute(person, { project: project.slug, annotation: id }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('sees the reference answers as everyone does, whatever share of the work is done without', async () => {
    await change({ hiddenReferenceShare: 0.9 })
    await getDatabase().problem.updateMany({
      where: { projectId: project.id },
      data: { answer: '7' },
    })
    await begin(project, person)
    for (let i = 0; i < 4; i++) {
      const { lease } = await claimServed(project, person)
      const work = await getWork.execute(person, { project: project.slug, lease: lease.id })
      expect(work.bestGuess).toMatchObject({ source: '7' })
      await answerNext(project, person, 'exact')
    }
    const rows = await getDatabase().annotation.findMany({
      where: { projectId: project.id },
      select: { isScreening: true, answerShown: true, hiddenReferenceShare: true },
    })
    expect(rows).toHaveLength(4)
    for (const row of rows)
      expect(row).toEqual({ isScreening: true, answerShown: true, hiddenReferenceShare: null })
  })

  test('begins once, however often it is pressed', async () => {
    const outcomes = await Promise.allSettled([begin(project, person), begin(project, person)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', message: expect.stringMatching(/already started/) as string },
    })
    expect(await getDatabase().screeningAttempt.count({ where: { projectId: project.id } })).toBe(1)
  })

  test('begins whatever gold is planned for them among work at that moment', async () => {
    const plan = () => planGold(getDatabase(), new AbortController().signal)
    await plan()
    const joined = await Promise.all(Array.from({ length: 4 }, () => join(project)))
    await Promise.all([plan(), ...[person, ...joined].map((each) => begin(project, each)), plan()])
    for (const each of [person, ...joined]) {
      const { lease } = await claimServed(project, each)
      const work = await getWork.execute(each, { project: project.slug, lease: lease.id })
      expect(work.screening).toEqual({ number: 1, of: 4 })
      for (let i = 0; i < 4; i++) await answerNext(project, each, 'exact')
      expect(await claim(project, each)).toEqual({ ...screeningDue, state: 'grading' })
    }
    await judge()
    expect((await claimServed(project, person)).reason).toBe('work')
  })

  test('has another order than the next one', async () => {
    const orders = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const each = await join(project)
        await begin(project, each)
        return (await claimServed(project, each)).solution
      }),
    )
    // 6 of 6 alike by chance: once in 7,776.
    expect(new Set(orders).size).toBeGreaterThan(1)
  })

  test('is judged by one process, and by what is gold at the end', async () => {
    await begin(project, person)
    for (const how of ['exact', 'exact', 'wrong'] as const) await answerNext(project, person, how)
    const last = await answerNext(project, person, 'wrong')
    await getDatabase().goldItem.deleteMany({
      where: { projectId: project.id, solutionId: last },
    })
    await Promise.all([judge(), judge()])
    // Two of three are not three quarters of three.
    expect(await readOwn()).toMatchObject({
      status: 'failed',
      attempt: { items: 3, needed: 3, exact: 2 },
    })
  })

  test('may begin anew where all of it ceased to be gold', async () => {
    await begin(project, person)
    await getDatabase().goldItem.deleteMany({ where: { projectId: project.id } })
    await judge()
    expect(await readOwn()).toMatchObject({ status: 'required', attempt: null })
    await expect(begin(project, person)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/too few gold solutions/) as string,
    })
  })
})

describe('no one else is', () => {
  test.each(['reviewer', 'admin'] as const)('a %s', async (role) => {
    const other = await joinProject(project, role)
    expect((await claimServed(project, other)).reason).toBe('work')
    await expect(begin(project, other)).rejects.toMatchObject({ code: 'conflict' })
    expect(await readOwn(other)).toMatchObject({ status: 'none' })
  })

  test('annotators from before the screening stay admitted when it is turned off and on', async () => {
    await change({ screens: false })
    expect(await readOwn()).toMatchObject({ status: 'none' })
    await answerWork(person)
    const idle = await join(project)
    await change({ screens: true })
    expect((await claimServed(project, person)).reason).toBe('work')
    expect(await claim(project, idle)).toMatchObject({ state: 'required' })
  })

  test('while it is turned off; who failed has failed when it is on again', async () => {
    await passThrough(project, person, 0)
    await change({ screens: false })
    expect((await claimServed(project, person)).reason).toBe('work')
    await answerWork(person)
    await change({ screens: true })
    expect(await claim(project, person)).toMatchObject({ state: 'failed' })
  })
})

/** Submits what is served, as work. */
async function answerWork(of: Person): Promise<void> {
  const { lease } = await claimServed(project, of)
  const state = { ...makeState([-1]), ...finish.foundError }
  await submitAnnotation.execute(of, { project: project.slug, lease: lease.id, ...state })
}

describe('an admin', () => {
  test('lets someone in, with a note that is kept', async () => {
    await passThrough(project, person, 1)
    expect(await rule('admitted')).toEqual({ user: person.userId, status: 'admitted' })
    expect((await claimServed(project, person)).reason).toBe('work')
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
    await expect(rule('admitted')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('gives another try, of solutions that were not seen, as long as there are enough', async () => {
    await passThrough(project, person, 0)
    await expect(rule('another_attempt')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/needs 4 gold solutions .* There are 2/) as string,
    })
    await change({ screeningItems: 2 })
    expect(await rule('another_attempt')).toMatchObject({ status: 'required' })
    await expect(rule('another_attempt')).rejects.toMatchObject({ code: 'conflict' })
    expect(await begin(project, person)).toMatchObject({ number: 2, items: 2, needed: 2 })
    await answerNext(project, person, 'exact')
    await answerNext(project, person, 'exact')
    await judge()
    expect(await readOwn()).toMatchObject({
      status: 'admitted',
      attempt: { number: 2, exact: 2 },
    })
    const labelled = await getDatabase().annotation.count({
      where: { projectId: project.id, userId: person.userId, isScreening: true },
    })
    expect(labelled).toBe(6)
  })

  test('gives a longer one, also where gold was planned for them during the first', async () => {
    const longer = await makeScreened({ gold: 14 })
    const late = await join(longer)
    await begin(longer, late)
    await planGold(getDatabase(), new AbortController().signal)
    for (let i = 0; i < 4; i++) await answerNext(longer, late, 'wrong')
    await judge()
    project = longer
    await change({ screeningItems: 8 })
    await rule('another_attempt', late.userId)
    expect(await begin(longer, late)).toMatchObject({ number: 2, items: 8 })
  })

  test('lets someone in in the midst of it: what was answered stands, and changes nothing', async () => {
    await begin(project, person)
    await answerNext(project, person, 'wrong')
    await rule('admitted')
    await judge()
    expect((await claimServed(project, person)).reason).toBe('work')
    expect(await readOwn()).toMatchObject({
      status: 'admitted',
      attempt: { state: 'failed', answered: 1, exact: 0 },
    })
  })

  test('decides about annotators of this project alone', async () => {
    const reviewer = await joinProject(project, 'reviewer')
    await expect(rule('admitted', reviewer.userId)).rejects.toMatchObject({ code: 'conflict' })
    const stranger = await join(await makeScreened())
    await expect(rule('admitted', stranger.userId)).rejects.toMatchObject({ code: 'not_found' })
  })
})
