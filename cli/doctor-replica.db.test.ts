import { expect, test } from 'vitest'
import { useReplicatedDatabase } from '@/lib/platform/testing/use-replicated-database'
import { runCommand } from './testing/run-command'

const replicatedDatabase = useReplicatedDatabase()

async function readRow(): Promise<unknown> {
  const { stdout } = await runCommand(['doctor', '--json'])
  const { checks } = JSON.parse(stdout) as { checks: { name: string }[] }
  return checks.find(({ name }) => name === 'replica') ?? null
}

test('`doctor` reports the lag or failure of a replica', async () => {
  expect(await readRow()).toMatchObject({
    isOk: true,
    details: expect.stringMatching(/^\d+ bytes behind; hot_standby_feedback is off/) as string,
  })
  process.env.STEPMARK_REPLICA_URL = replicatedDatabase.primaryUrl
  expect(await readRow()).toMatchObject({
    isOk: false,
    details: expect.stringContaining('accepts writes') as string,
  })
  process.env.STEPMARK_REPLICA_URL = 'postgresql://nobody@127.0.0.1:1/stepmark'
  expect(await readRow()).toMatchObject({
    isOk: false,
    details: expect.stringContaining('Can’t connect') as string,
  })
  delete process.env.STEPMARK_REPLICA_URL
  expect(await readRow()).toBeNull()
})
