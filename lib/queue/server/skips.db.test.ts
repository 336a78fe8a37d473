import { describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claim, claimSolution, join, makeQueue, skipNext } from '@/lib/queue/testing/made-queue'
import { skipSolution } from './commands'

useTestDatabase()

describe('a skip', () => {
  test('holds for its round: the next may serve the solution to the same person', async () => {
    const project = await makeQueue(1)
    const person = (await join(project, 1))[0]!
    const solution = await skipNext(project, person)
    expect(await claim(project, person)).toMatchObject({ why: 'only_your_own' })
    await getDatabase().$executeRaw`
        update queue_item set round = 1 where project_id = ${project.id}::uuid`
    expect(await skipNext(project, person)).toBe(solution)
    const stored = await getDatabase().skip.findMany({
      where: { projectId: project.id },
      select: { round: true, reason: true },
    })
    expect(stored).toEqual([{ round: 1, reason: 'cut off' }])
    expect(await claim(project, person)).toMatchObject({ why: 'only_your_own' })
  })

  test('by a third person takes the solution out, until it is put back', async () => {
    const project = await makeQueue(1)
    const people = await join(project, 5)
    const exclusions = { where: { projectId: project.id } }
    for (const person of people.slice(0, 3)) {
      expect(await getDatabase().queueExclusion.count(exclusions)).toBe(0)
      await skipNext(project, person)
    }
    expect(await getDatabase().queueExclusion.count(exclusions)).toBe(1)
    expect(await claim(project, people[3]!)).toMatchObject({ kind: 'none_left', why: 'all_done' })
    await getDatabase().queueExclusion.deleteMany(exclusions)
    // An admin has looked at it: it takes three more.
    await skipNext(project, people[3]!)
    expect(await getDatabase().queueExclusion.count(exclusions)).toBe(0)
    expect(await claim(project, people[4]!)).toMatchObject({ kind: 'solution' })
  })

  test('by three people at once takes it out as well', async () => {
    const project = await makeQueue(1, 3)
    const people = await join(project, 3)
    const held = await Promise.all(people.map((person) => claimSolution(project, person)))
    await Promise.all(
      people.map((person, i) => {
        const lease = held[i]!.lease.id
        return skipSolution.execute(person, { project: project.slug, lease, reason: 'no' })
      }),
    )
    expect(await getDatabase().queueExclusion.count({ where: { projectId: project.id } })).toBe(1)
  })
})
