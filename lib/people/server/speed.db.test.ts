import { expect, test } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { makeGoldProject, submitGoldAnswer } from '@/lib/gold/testing/gold-answers'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getPerson } from './queries'

useTestDatabase()

test.each([
  [
    'a median under a second and one slow step',
    [200, 300, 900, 4_000],
    4,
    5_400,
    { timed: 1, tooFast: 1 },
  ],
  ['a median just under a second', [999, 999, 999, 999], 4, 3_996, { timed: 1, tooFast: 1 }],
  ['exactly a second per step', [1_000, 1_000, 1_000, 1_000], 4, 4_000, { timed: 1, tooFast: 0 }],
  ['only three steps', [10, 10, 10], 3, 30, { timed: 0, tooFast: 0 }],
  [
    'fewer step times than rated steps, where missing times count as 0',
    [4_000],
    4,
    4_000,
    { timed: 1, tooFast: 1 },
  ],
  ['no step times', [], 4, 9_000, { timed: 0, tooFast: 0 }],
  ['a total time of 0', [0, 0, 0, 0], 4, 0, { timed: 0, tooFast: 0 }],
])(
  'an annotation with %s (step times %j, %i rated steps, %i ms in total) counts as %j',
  async (_, stepTimesMs, ratedCount, totalMs, counts) => {
    const { project, person, gold } = await makeGoldProject(1)
    const annotation = await submitGoldAnswer(project, person, {
      solution: gold[0]!,
      ratings: Array<Rating>(ratedCount).fill(1),
      finish: ratedCount === 4 ? 'solution' : 'give_up',
    })
    await getDatabase().annotation.update({
      where: { projectId_id: { projectId: project.id, id: annotation } },
      data: { stepTimesMs, totalTimeMs: totalMs },
      select: { id: true },
    })
    const { person: matchedPerson } = await getPerson.execute(project.admin, {
      project: project.slug,
      user: person.userId,
    })
    expect(matchedPerson.work).toMatchObject(counts)
  },
)
