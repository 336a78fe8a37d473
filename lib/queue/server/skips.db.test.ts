import { describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  claimNextItem,
  claimSolutionOrThrow,
  makeAnnotators,
  makeProjectWithQueue,
  skipNextSolution,
} from '@/lib/queue/testing/queue-fixtures'
import { skipSolution } from './commands'

useTestDatabase()

describe('a skip', () => {
  test('lasts for one round; in the next round the solution can be served to the same annotator', async () => {
    const project = await makeProjectWithQueue(1)
    const person = (await makeAnnotators(project, 1))[0]!
    const solution = await skipNextSolution(project, person)
    expect(await claimNextItem(project, person)).toMatchObject({ reason: 'none_for_you' })
    await getDatabase().$executeRaw`
        update queue_item set round = 1 where project_id = ${project.id}::uuid`
    expect(await skipNextSolution(project, person)).toBe(solution)
    const stored = await getDatabase().skip.findMany({
      where: { projectId: project.id },
      select: { round: true, reason: true },
    })
    expect(stored).toEqual([{ round: 1, reason: 'cut off' }])
    expect(await claimNextItem(project, person)).toMatchObject({ reason: 'none_for_you' })
  })

  test('by a third annotator excludes the solution until an admin restores it', async () => {
    const project = await makeProjectWithQueue(1)
    const people = await makeAnnotators(project, 5)
    const exclusions = { where: { projectId: project.id } }
    for (const person of people.slice(0, 3)) {
      expect(await getDatabase().queueExclusion.count(exclusions)).toBe(0)
      await skipNextSolution(project, person)
    }
    expect(await getDatabase().queueExclusion.count(exclusions)).toBe(1)
    expect(await claimNextItem(project, people[3]!)).toMatchObject({
      kind: 'none_left',
      reason: 'all_done',
    })
    await getDatabase().queueExclusion.deleteMany(exclusions)
    // Restored by an admin: three more skips are needed.
    await skipNextSolution(project, people[3]!)
    expect(await getDatabase().queueExclusion.count(exclusions)).toBe(0)
    expect(await claimNextItem(project, people[4]!)).toMatchObject({ kind: 'solution' })
  })

  test('by three annotators concurrently excludes the solution', async () => {
    const project = await makeProjectWithQueue(1, 3)
    const people = await makeAnnotators(project, 3)
    const items = await Promise.all(people.map((person) => claimSolutionOrThrow(project, person)))
    await Promise.all(
      people.map((person, i) => {
        const lease = items[i]!.lease.id
        return skipSolution.execute(person, { project: project.slug, lease, reason: 'no' })
      }),
    )
    expect(await getDatabase().queueExclusion.count({ where: { projectId: project.id } })).toBe(1)
  })
})
