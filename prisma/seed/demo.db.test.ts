import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { seedDemo } from './demo'
import { makePerson } from './factories'

useTestDatabase()

const readCounts = async () => ({
  people: await getDatabase().user.count(),
  projects: await getDatabase().project.count(),
  settings: await getDatabase().instanceSetting.count(),
  solutions: await getDatabase().solution.count(),
  annotations: await getDatabase().annotation.count(),
  irregular: await getDatabase().annotation.count({ where: { irregular: { not: null } } }),
  waiting: (
    await getDatabase().$queryRaw<{ n: number }[]>`
    select count(*)::int as n from queue_item where leased + done < slots`
  )[0]!.n,
})

/** As in scripts/demo-database.ts when it creates the tables. */
const markAsDemo = () =>
  getDatabase().instanceSetting.create({ data: { key: 'made_by', value: 'demo' } })

test('seedDemo changes nothing in a database that was migrated but is not marked as the demo’s', async () => {
  expect(await seedDemo(process.env.DATABASE_URL!)).toMatchObject({ seeded: false, accounts: null })
  expect(await readCounts()).toMatchObject({ people: 0, projects: 0, settings: 0 })
})

test('seedDemo fills a database marked as the demo’s once, and completes an interrupted fill', async () => {
  const url = process.env.DATABASE_URL!
  await markAsDemo()
  expect(await seedDemo(url)).toMatchObject({ seeded: true })
  const seededCounts = await readCounts()
  expect(seededCounts).toMatchObject({ people: 4, solutions: 62, annotations: 70, irregular: 0 })
  expect(seededCounts.waiting).toBeGreaterThan(12)
  // Active time is stored for the days on which the annotations were submitted.
  const days = await getDatabase().$queryRaw<{ worked: string; submitted: string }[]>`
    select string_agg(distinct d.day::text, ' ' order by d.day::text) as worked, (
      select string_agg(distinct (l.submitted_at at time zone 'UTC')::date::text, ' '
        order by (l.submitted_at at time zone 'UTC')::date::text) from annotation l) as submitted from work_day d`
  expect(days[0]!.worked).toBe(days[0]!.submitted)
  const errorAnnotations = await getDatabase().annotation.findMany({
    where: { finishReason: 'found_error' },
    select: { explanation: true, explanationOption: true, progress: true, tags: true },
  })
  expect(errorAnnotations.length).toBeGreaterThan(30)
  expect(errorAnnotations.filter(({ explanation, progress }) => !explanation || !progress)).toEqual(
    [],
  )
  expect(errorAnnotations.some(({ explanationOption }) => explanationOption !== null)).toBe(true)
  expect(errorAnnotations.some(({ tags }) => tags.length > 0)).toBe(true)
  expect(await getDatabase().stepNote.count({ where: { kind: 'flag' } })).toBeGreaterThan(4)
  // Unsure verdicts: answers to compare with the reference answer, and solutions without an answer.
  const unsure = await getDatabase().$queryRaw<{ paired: number; unanswered: number }[]>`
    select count(s.answer)::int as paired, (count(*) - count(s.answer))::int as unanswered
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where s.verdict = 'unsure' and p.answer is not null`
  expect(unsure).toEqual([{ paired: 3, unanswered: 3 }])
  expect(await seedDemo(url)).toMatchObject({ seeded: false, accounts: { length: 4 } })
  expect(await readCounts()).toEqual(seededCounts)

  await getDatabase().instanceSetting.delete({ where: { key: 'seeded' } })
  expect(await seedDemo(url)).toMatchObject({ seeded: true })
  expect(await readCounts()).toEqual(seededCounts)

  await getDatabase().instanceSetting.deleteMany()
  expect(await seedDemo(url)).toMatchObject({ seeded: false, accounts: null })
  expect(await readCounts()).toEqual({ ...seededCounts, settings: 0 })
})

test('seedDemo changes nothing in an unmarked database with accounts', async () => {
  await getDatabase().instanceSetting.deleteMany()
  await makePerson()
  const countsBefore = await readCounts()
  expect(await seedDemo(process.env.DATABASE_URL!)).toMatchObject({ accounts: null })
  expect(await readCounts()).toEqual(countsBefore)
})
