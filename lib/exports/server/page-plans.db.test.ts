import { afterEach, expect, test, vi } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { Prisma } from '@/lib/generated/prisma/client'
import { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { exportAnnotations } from './queries'
import { makeLabelledProject } from './testing/labelled-project'
import { makeTestRelease } from './testing/test-releases'

useTestDatabase()
afterEach(() => void vi.restoreAllMocks())

/** Explains each page that is read from now on. Returns the list of plans, which grows. */
function recordPagePlans(): string[] {
  const plans: string[] = []
  const { read } = BulkRowReader.prototype
  vi.spyOn(BulkRowReader.prototype, 'read').mockImplementation(async function (
    this: BulkRowReader,
    statement,
  ) {
    if (statement.sql.includes('limit')) {
      const lines = await this['db'].$queryRaw<{ 'QUERY PLAN': string }[]>(
        Prisma.sql`explain ${statement}`,
      )
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
    }
    return read.call(this, statement)
  })
  return plans
}

test('pages of an export and of a release follow the primary key, without a sort of all rows', async () => {
  const { project } = await makeLabelledProject(20)
  // PostgreSQL then knows how small the project is.
  await getDatabase().$executeRaw`analyze annotation, solution, problem`
  const plans = recordPagePlans()
  const request = { project: project.slug, format: 'prm800k', labels: 'all' } as const
  expect(
    await readReplyLines(await exportAnnotations.execute(project.admin, request)),
  ).toHaveLength(20)
  expect(plans).toHaveLength(2)
  await makeTestRelease(project)
  expect(plans).toHaveLength(4)
  for (const plan of plans) expect(plan).not.toMatch(/Sort|Hash Join/)
})
