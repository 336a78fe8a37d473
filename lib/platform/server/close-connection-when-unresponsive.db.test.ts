import pg from 'pg'
import { describe, expect, type TestContext, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { closeConnectionWhenUnresponsive } from './close-connection-when-unresponsive'

useTestDatabase()

/** Long enough that a short stall of the machine does not count. */
const silenceMs = 2_000

/** A pool of one connection, so that the next query gets the silent one. */
function openPool({ onTestFinished }: TestContext): pg.Pool {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 1 })
  pool.on('connect', (client) => closeConnectionWhenUnresponsive(client, silenceMs))
  onTestFinished(() => pool.end())
  return pool
}

describe.concurrent('closeConnectionWhenUnresponsive', () => {
  test('fails an unanswered statement as a lost connection, and reconnects for the next', async (context) => {
    const pool = openPool(context)
    await expect(pool.query('select pg_sleep(20)')).rejects.toThrow('Connection terminated')
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('rejects an unanswered statement in a transaction, and the pool discards its connection', async (context) => {
    const pool = openPool(context)
    const client = await pool.connect()
    client.on('error', () => undefined)
    await client.query('begin')
    await expect(client.query('select pg_sleep(20)')).rejects.toThrow('Connection terminated')
    client.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('keeps an idle connection open if it responds', async (context) => {
    const pool = openPool(context)
    const readPid = async () =>
      (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
    const pid = await readPid()
    await new Promise((resolve) => setTimeout(resolve, 2 * silenceMs))
    expect(await readPid()).toBe(pid)
  })
})
