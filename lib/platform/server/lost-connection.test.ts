import { readdirSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isDatabaseUnavailable } from './database-error-kinds'
import { isConnectionError, isLostConnectionError } from './lost-connection'

const caught = async (run: () => unknown): Promise<unknown> => {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const connectTo = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
}

describe('a lost database connection', () => {
  test.each([
    ['nothing listens there', () => connectTo('postgresql://a:b@127.0.0.1:1/c')],
    ['there is no such socket', () => connectTo('postgresql:///c?host=/nowhere/at/all&user=a')],
    ['there is no such host', () => connectTo('postgresql://a:b@nowhere.invalid/c')],
  ])('is recognised if %s', async (_, run) => {
    const error = await caught(run)
    expect(isLostConnectionError(error)).toBe(true)
    expect(isConnectionError(error)).toBe(true)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  test.each([
    'Connection terminated unexpectedly',
    'timeout expired',
    'The server does not support SSL connections',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
  ])('is recognised by the error message of pg: %s', (message) => {
    expect(isLostConnectionError(new Error(message))).toBe(true)
  })

  test('is recognised if the certificate of the database server is rejected', () => {
    const error = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
    expect(isLostConnectionError(error)).toBe(true)
  })

  test('is distinguished from a programming error or a missing file', async () => {
    const mistake = await caught(() => (undefined as unknown as { a(): void }).a())
    const missing = await caught(() => readdirSync('/nowhere/prisma/migrations'))
    expect(missing).toMatchObject({ code: 'ENOENT' })
    for (const error of [mistake, missing, new Error('what is this?'), 'a word'])
      expect([
        isLostConnectionError(error),
        isConnectionError(error),
        isDatabaseUnavailable(error),
      ]).toEqual([...[false, false, false]])
  })

  test('is recognised in an error of PostgreSQL only if its code means that the database is unavailable or denies access', () => {
    const answer = (code: string) =>
      Object.assign(new pg.DatabaseError('ECONNREFUSED', 1, 'error'), { code })
    for (const code of ['57P03', '53300', '08006', '28P01', '3D000'])
      expect(isConnectionError(answer(code)), code).toBe(true)
    for (const code of ['42703', '42501', '23505'])
      expect(isConnectionError(answer(code)), code).toBe(false)
  })
})
