import { describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import type { Rating } from '@/lib/formats/record'
import { getGold } from '@/lib/gold/server/queries'
import {
  submitGoldAnswer,
  answerGoldItems,
  makeGoldProject,
  getKnownFirstError,
  makeRatingsWithFirstError,
} from '@/lib/gold/testing/gold-answers'
import { createRandomGenerator } from '@/lib/platform/random'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProblemLine } from '@/prisma/seed/factories'
import { getPerson, listPeople, listTimeSpent } from './queries'

useTestDatabase()

type Fixture = Awaited<ReturnType<typeof makeGoldProject>>

const readPerson = ({ project, person }: Fixture) =>
  getPerson.execute(project.admin, { project: project.slug, user: person.userId })

describe('the estimated accuracy of a simulated annotator', () => {
  test.each(
    isFullTestRun
      ? ([
          [0.1, 1],
          [0.4, 2],
        ] as const)
      : ([[0.4, 2]] as const),
  )('with error rate %d has an interval that contains the true accuracy', async (rate, seed) => {
    const fixture = await makeGoldProject(40)
    const draw = createRandomGenerator(seed)
    const exact = Array.from({ length: 40 }, () => draw() >= rate)
    await answerGoldItems(fixture, exact)
    const { person } = await readPerson(fixture)
    const { answers, posterior } = person.gold
    expect(answers).toBe(40)
    expect(posterior.low).toBeLessThan(1 - rate)
    expect(posterior.high).toBeGreaterThan(1 - rate)
    expect(posterior.high - posterior.low).toBeLessThan(0.32)
  })
})

describe('reviewers from whom names are hidden', () => {
  test('see the work of an annotator per week; other readers see it per day', async () => {
    const fixture = await makeGoldProject(1)
    await answerGoldItems(fixture, [true])
    const { project, person } = fixture
    const reviewer = await makeMember(project, 'reviewer')
    const input = { project: project.slug, user: person.userId }
    const readPeriods = async (reader: Person) =>
      (await getPerson.execute(reader, input)).workPeriods
    const hiddenPeriods = await readPeriods(reviewer)
    expect(hiddenPeriods.unit).toBe('week')
    expect(hiddenPeriods.periods.map(({ annotations }) => annotations)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 1,
    ])
    for (const { start } of hiddenPeriods.periods) expect(new Date(start).getUTCDay()).toBe(1)
    const { answers } = await getPerson.execute(reviewer, input)
    expect(answers.map(({ submittedAt }) => submittedAt)).toEqual([
      `${hiddenPeriods.periods.at(-1)!.start}T00:00:00.000Z`,
    ])
    expect(await readPeriods(project.admin)).toMatchObject({ unit: 'day' })
    await getDatabase().project.update({
      where: { id: project.id },
      data: { hidesAnnotatorNames: false },
      select: { id: true },
    })
    const visiblePeriods = await readPeriods(reviewer)
    expect(visiblePeriods.unit).toBe('day')
    expect(visiblePeriods.periods).toHaveLength(14)
    expect(visiblePeriods.periods.at(-1)).toMatchObject({ annotations: 1 })
  })

  test('see no exact times of pauses', async () => {
    const fixture = await makeGoldProject(6, { pauseBelow: 0.9 })
    await answerGoldItems(fixture, [false, false, false, false, false, false])
    const { project, person } = fixture
    const reviewer = await makeMember(project, 'reviewer')
    await getDatabase().$executeRaw`
      with started as (
        insert into pause (project_id, id, user_id, message, started_at)
        values (${project.id}::uuid, uuidv7(), ${person.userId}::uuid, 'Wait.', now()) returning started_at
      ) update member set paused_at = started_at, pause_message = 'Wait.' from started
        where project_id = ${project.id}::uuid and user_id = ${person.userId}::uuid`
    const read = async (reader: Person) => {
      const detail = await getPerson.execute(reader, { project: project.slug, user: person.userId })
      const { people } = await listPeople.execute(reader, { project: project.slug })
      const { pausedAt } = people.find(({ user }) => user === person.userId)!
      return [
        pausedAt,
        detail.person.pausedAt,
        detail.pauses[0]!.startedAt,
        detail.withdrawalStart!.at,
      ]
    }
    const midnight = /T00:00:00\.000Z$/
    for (const time of await read(reviewer)) expect(time).toMatch(midnight)
    for (const time of await read(project.admin)) expect(time).not.toMatch(midnight)
  })
})

describe('answers to gold', () => {
  test('are scored, and their errors counted by step', async () => {
    const fixture = await makeGoldProject(5)
    const { project, person, gold } = fixture
    const work: [number, Rating[]][] = [
      [0, makeRatingsWithFirstError(null)],
      [1, makeRatingsWithFirstError(1)],
      [2, makeRatingsWithFirstError(1)],
      [3, makeRatingsWithFirstError(0)],
      [4, makeRatingsWithFirstError(2)],
    ]
    for (const [i, ratings] of work)
      await submitGoldAnswer(project, person, { solution: gold[i]!, ratings, secondsAgo: 500 - i })
    const { person: matchedPerson, answers, confusion } = await readPerson(fixture)
    expect(answers.map(({ score }) => score)).toEqual(
      ...[['missed', 'exact', 'near', 'verdict', 'false_alarm']],
    )
    expect(matchedPerson.gold).toMatchObject({
      answers: 5,
      exact: 1,
      near: 1,
      verdict: 1,
      missed: 1,
      falseAlarm: 1,
      counted: { answers: 5, exact: 1 },
      worseProbability: null,
      isDrifting: false,
    })
    // Of two rated errors, one is found and one missed. Of seven correct steps, four are rated right and three are
    // false alarms.
    expect(confusion.gold).toEqual([
      [1, 0, 1],
      [0, 0, 0],
      [3, 0, 4],
    ])
  })

  test('are the same on the page of a gold solution as on the pages of its annotators', async () => {
    const goldProject = await makeGoldProject(1)
    const { project, gold } = goldProject
    const answer = async (error: number | null, purpose: 'gold' | 'screening' = 'gold') => {
      const person = await makeMember(project, 'annotator')
      const ratings = makeRatingsWithFirstError(error)
      return submitGoldAnswer(project, person, { solution: gold[0]!, ratings, purpose })
    }
    await answer(getKnownFirstError(0))
    await answer(1)
    await answer(null, 'screening')
    const db = getDatabase()
    const { importId } = await db.solution.findFirstOrThrow({
      where: { projectId: project.id },
      select: { importId: true },
    })
    await db.annotation.update({
      where: { projectId_id: { projectId: project.id, id: await answer(null) } },
      data: { userId: null, importId, origin: 'imported' },
      select: { id: true },
    })
    const { answers, screeningAnswers, firstErrorCounts } = await getGold.execute(project.admin, {
      project: project.slug,
      solution: gold[0]!,
    })
    const noAnswers = { exact: 0, near: 0, verdict: 0, missed: 0, falseAlarm: 0, unanswered: 0 }
    expect(answers).toEqual({ ...noAnswers, exact: 1, near: 1 })
    expect(screeningAnswers).toEqual({ ...noAnswers, missed: 1 })
    expect(firstErrorCounts.reduce((sum, counts) => sum + counts.answers, 0)).toBe(3)
    expect(firstErrorCounts.at(-1)).toEqual({ error: null, work: 1, answers: 1 })
    const { people } = await listPeople.execute(project.admin, { project: project.slug })
    for (const score of ['exact', 'near', 'verdict', 'missed', 'falseAlarm'] as const)
      expect(people.reduce((sum, { gold: counts }) => sum + counts[score], 0)).toBe(answers[score])
  })

  test('that get worse are reported as a drift that starts after the last exact answer', async () => {
    const fixture = await makeGoldProject(40, { pauseBelow: null })
    await answerGoldItems(
      fixture,
      Array.from({ length: 40 }, (_, i) => i < 25),
    )
    const { person, answers, withdrawalStart } = await readPerson(fixture)
    expect(person.gold).toMatchObject({
      isDrifting: true,
      recent: { answers: 20, exact: 5 },
      before: { answers: 20, exact: 20 },
      underProbability: null,
    })
    expect(withdrawalStart).toEqual({ at: answers[24]!.submittedAt, reason: 'accuracy_drop' })
  })

  test('without a drop in accuracy suggest withdrawing from the first submission or the end of the last pause', async () => {
    const fixture = await makeGoldProject(3)
    expect((await readPerson(fixture)).withdrawalStart).toBeNull()
    await answerGoldItems(fixture, [false, false, false])
    const { answers, withdrawalStart } = await readPerson(fixture)
    expect(withdrawalStart).toEqual({ at: answers[0]!.submittedAt, reason: 'first_submission' })
    const endedAt = '2020-01-01T00:00:00.000Z'
    await getDatabase().$executeRaw`
      insert into pause (project_id, id, user_id, message, started_at, ended_at, ended_by_id, decision_note)
      values (${fixture.project.id}::uuid, uuidv7(), ${fixture.person.userId}::uuid, 'Wait.',
        ${endedAt}::timestamptz, ${endedAt}::timestamptz, ${fixture.project.admin.userId}::uuid, 'Go on.')`
    expect((await readPerson(fixture)).withdrawalStart).toEqual({
      at: endedAt,
      reason: 'last_pause',
    })
  })
})

describe('work of an annotator', () => {
  test('is summarised by rates, speed, time and implausibly fast annotations', async () => {
    const { project, person, gold } = await makeGoldProject(5)
    const steps = makeRatingsWithFirstError(null)
    const work = { ratings: steps, purpose: 'work' as const }
    await submitGoldAnswer(project, person, {
      ...work,
      solution: gold[0]!,
      stepTimesMs: [300, 300, 300, 300],
    })
    await submitGoldAnswer(project, person, {
      ...work,
      solution: gold[1]!,
      stepTimesMs: [4_000, 5_000, 6_000, 5_000],
    })
    await submitGoldAnswer(project, person, { solution: gold[2]!, ratings: [1], finish: 'give_up' })
    await getDatabase().skip.create({
      data: { projectId: project.id, solutionId: gold[3]!, userId: person.userId, reason: 'Long' },
    })
    const { people, pauseBelow } = await listPeople.execute(project.admin, {
      project: project.slug,
    })
    expect(pauseBelow).toBe(0.6)
    expect(people.map(({ name }) => name)).toEqual(['Ada Okoro', 'Noor Haddad'])
    expect(people[1]!.work).toMatchObject({
      annotations: 3,
      gaveUp: 1,
      badProblem: 0,
      flagged: 0,
      skips: 1,
      activeMs: 4_500,
      tooFast: 1,
      timed: 2,
      medianStepMs: 2_650,
    })
    expect(people[0]!.work).toMatchObject({
      annotations: 0,
      skips: 0,
      activeMs: 0,
      medianStepMs: null,
    })
  })

  test('counts the skipped solutions of this project only', async () => {
    const fixture = await makeGoldProject(2)
    const { person } = fixture
    const otherFixture = await makeGoldProject(1)
    await getDatabase().skip.createMany({
      data: [...fixture.gold, ...otherFixture.gold].map((solutionId, i) => ({
        projectId: i < fixture.gold.length ? fixture.project.id : otherFixture.project.id,
        solutionId,
        userId: person.userId,
        reason: 'Long',
      })),
    })
    expect((await readPerson(fixture)).person.work.skips).toBe(2)
  })

  test('is compared with adjudications by others', async () => {
    const fixture = await makeGoldProject(1, { overlap: 2 })
    const { project, person } = fixture
    await importLines(project, [makeProblemLine('x', [0.5])])
    const [work] = await getDatabase().$queryRaw<[{ id: string }]>`
      select solution_id as id from queue_item where project_id = ${project.id}::uuid`
    const otherAnnotator = await makeMember(project, 'annotator')
    for (const annotator of [person, otherAnnotator])
      await submitGoldAnswer(project, annotator, {
        solution: work.id,
        ratings: [1, -1],
        purpose: 'work',
      })
    const { adjudicateSolution } = await import('@/lib/adjudication/server/commands')
    const { compareAnnotations } = await import('@/lib/adjudication/server/queries')
    const compared = await compareAnnotations.execute(project.admin, {
      project: project.slug,
      solution: work.id,
    })
    await adjudicateSolution.execute(
      project.admin,
      adjudicateSolution.contract.input.parse({
        project: project.slug,
        solution: work.id,
        revision: 1,
        ratings: [1, 0, -1],
        expected: {
          annotations: compared.annotations.map(({ annotation, version }) => ({
            annotation,
            version,
          })),
          adjudication: null,
        },
      }),
    )
    expect((await readPerson(fixture)).confusion.adjudications).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
    ])
  })
})

describe('the CSV of time spent', () => {
  const read = async ({ project }: Fixture, days: { from?: string; to?: string } = {}) => {
    const reply = await listTimeSpent.execute(project.admin, {
      project: project.slug,
      ...days,
    })
    return { fileName: reply.fileName, rows: await readReplyLines(reply) }
  }

  test('has a row per member and day, whose time includes withdrawn work', async () => {
    const fixture = await makeGoldProject(3)
    const { project, person, gold } = fixture
    await getDatabase().user.update({ where: { id: person.userId }, data: { name: '=Noor, H' } })
    for (const solution of gold)
      await submitGoldAnswer(project, person, { solution, ratings: makeRatingsWithFirstError(1) })
    const today = new Date().toISOString().slice(0, 10)
    await getDatabase().$executeRaw`
      insert into work_day values (${project.id}::uuid, ${person.userId}::uuid, '2026-01-31', 7200000)`
    await getDatabase().$executeRaw`
      update annotation set state = 'withdrawn'
      where project_id = ${project.id}::uuid and solution_id = ${gold[0]}::uuid`
    const cellsOfPerson = `"${project.slug}","'=Noor, H","${person.email}"`
    expect(await read(fixture)).toEqual({
      fileName: `${project.slug}-time.csv`,
      rows: [
        'project,person,email,day,active_ms,active_hours,annotations',
        `${cellsOfPerson},"2026-01-31",7200000,2,0`,
        `${cellsOfPerson},"${today}",4500,0.0013,2`,
      ],
    })
    expect((await read(fixture, { from: '2026-01-31', to: '2026-02-01' })).rows).toHaveLength(2)
    expect((await read(fixture, { to: '2026-01-30' })).rows).toHaveLength(1)
    const reversedDays = { project: project.slug, from: '2026-02-01', to: '2026-01-31' }
    expect(listTimeSpent.contract.input.safeParse(reversedDays).success).toBe(false)
  })

  test('counts only the longest saved time of an annotation', async () => {
    const fixture = await makeGoldProject(5)
    const { project, person, gold } = fixture
    await submitGoldAnswer(project, person, {
      solution: gold[0]!,
      ratings: makeRatingsWithFirstError(getKnownFirstError(0)),
    })
    const update = (ms: number) => getDatabase().$executeRaw`
      update annotation set total_time_ms = ${ms} where project_id = ${project.id}::uuid`
    for (const ms of [2_000, 2_000, 1_000, 2_500]) await update(ms)
    expect((await read(fixture)).rows[1]).toContain(',2500,')
  })
})
