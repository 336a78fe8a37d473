import { expect, test } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson } from '@/prisma/seed/factories'
import { runCommand } from './testing/run-command'
import { useTemporaryFolder } from './testing/temporary-folder'

useTestDatabase()
const folder = useTemporaryFolder()

test('`audit verify` exits with 1 and names a changed entry, and `audit heads` prints the head of each chain', async () => {
  const admin = await makePerson()
  for (const name of ['a', 'b', 'c'])
    await createToken.execute(admin, { name, scope: 'read', days: 1 })
  const validRun = await runCommand(['audit', 'verify'])
  expect(validRun).toEqual({
    status: 0,
    stdout: '',
    stderr: 'The audit log is intact: 3 entries in 1 chain.\n',
  })
  const writtenResult = await runCommand(['audit', 'heads'])
  expect(writtenResult).toMatchObject({ status: 0, stderr: '1 chain.\n' })
  expect(JSON.parse(writtenResult.stdout)).toMatchObject({
    chain: `instance/user:${admin.userId}`,
    count: 3,
  })
  const file = folder.write('heads.jsonl', writtenResult.stdout)
  expect(await runCommand(['audit', 'verify', '--heads', file])).toEqual(validRun)

  const db = getDatabase()
  await db.$executeRaw`alter table audit_entry disable trigger user`
  await db.$executeRaw`update audit_entry set target = 'another' where sequence = 2`
  const { status, stdout, stderr } = await runCommand(['audit', 'verify'])
  expect(status).toBe(1)
  expect(stdout).toBe(`instance/user:${admin.userId}: entry 2 was changed or moved.\n`)
  expect(stderr).toBe('The audit log was changed: 1 fault in 3 entries in 1 chain.\n')
})

test('`audit verify` rejects a file that contains no heads', async () => {
  const file = folder.write('labels.jsonl', '{"label": 1}\n')
  const { status, stderr } = await runCommand(['audit', 'verify', '--heads', file])
  expect(status).toBe(1)
  expect(stderr).toContain('Line 1 is not a chain head.')
})
