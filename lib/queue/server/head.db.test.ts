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

const id = '0192f0c1-7b1e-7c3a-9d2f-1a2b3c4d5e6f'

test.each([
  `99999,0,0,${id}`,
  `0,2147483648,0,${id}`,
  `0,0,1.2.3,${id}`,
  `0,0,0,${'-'.repeat(36)}`,
  `0,0,0,${id.slice(1)}`,
  `0,0,0`,
])('a place that no reply has named is refused: %s', async (after) => {
  const project = await makeQueue(1)
  await expect(
    listQueueHead.execute(project.admin, { project: project.slug, limit: 2, after }),
  ).rejects.toMatchObject({ code: 'invalid_input', details: { after } })
})
