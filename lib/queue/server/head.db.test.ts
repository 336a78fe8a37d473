import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { listInOrder, makeQueue } from '@/lib/queue/testing/made-queue'
import { getDatabase } from '@/lib/platform/server/database'
import { listQueueHead } from './queries'

useTestDatabase()

test('the head is read page by page in serving order, what has no score last', async () => {
  const project = await makeQueue(7)
  const [, second] = await listInOrder(project)
  await getDatabase().$executeRaw`
    update queue_item set priority = '-infinity' where solution_id = ${second}::uuid`
  const read: string[] = []
  let after: string | undefined
  do {
    const page = await listQueueHead.execute(project.admin, {
      ...{ project: project.slug, limit: 2 },
      ...(after === undefined ? {} : { after }),
    })
    read.push(...page.items.map(({ solution }) => solution))
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(read).toEqual(await listInOrder(project))
  expect(read.at(-1)).toBe(second)
})
