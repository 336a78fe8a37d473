import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import { beforeAll, expect, test } from 'vitest'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/platform/server/logger'
import { errorCodeDescriptions } from '../error-code-descriptions'
import { toAppError, createErrorResponse } from './error-response'

beforeAll(() => void (logger.level = 'silent'))

/** Like a failing raw statement. */
const makeError = (cause: Record<string, string>, code = 'P2010') =>
  new Prisma.PrismaClientKnownRequestError(`Raw query failed. Code: \`${cause.originalCode}\`.`, {
    code,
    clientVersion: 'test',
    meta: { driverAdapterError: { cause } },
  })

test.each([
  ...['08006', '25006', '25P03', '25P04', '40001', '40P01', '53100', '53200', '53300'],
  ...['57014', '57P01', '57P02', '57P03', '57P05', '58030'],
])('a temporary PostgreSQL error (%s) gives 503 with Retry-After', (originalCode) => {
  const refusal = toAppError(makeError({ originalCode }), 'r')
  expect(refusal).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } })
})

test('a lock kept by another request gives 503 with Retry-After, and says why', () => {
  const refusal = toAppError(makeError({ originalCode: '55P03' }), 'r')
  expect(refusal).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } })
  expect(refusal.message).toContain('Another request is changing the same data')
})

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'write EPIPE',
  'read ECONNRESET',
])('a lost connection (%s) gives 503 with Retry-After', (message) => {
  expect(toAppError(new Error(message), 'r').code).toBe('unavailable')
})

test('recognises a lost connection by the driver’s error, however Prisma reports it', () => {
  for (const kind of ['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout'])
    expect(toAppError(makeError({ kind }, 'P2039'), 'r').code).toBe('unavailable')
  // As thrown when a transaction starts or ends.
  const errorWithoutCode = new DriverAdapterError({ kind: 'ConnectionClosed' })
  expect(toAppError(errorWithoutCode, 'r').code).toBe('unavailable')
})

test.each(['22P02', '23505', '23514', '42601', 'XX000'])(
  'an unexpected database error (%s) gives 500',
  (code) => {
    expect(toAppError(makeError({ originalCode: code }), 'r').code).toBe('internal')
  },
)

test('an internal error response has only a general message and the request id for the log', async () => {
  const internalText = 'column "secret_hash" of 10.0.0.7'
  for (const error of [new Error(internalText), makeError({ originalCode: 'XX000' })]) {
    error.message = internalText
    expect(await readDetail(error)).not.toMatch(/secret_hash|10\.0\.0\.7|XX000|test\.ts/)
  }
  expect(await readDetail(new Error(`Connection terminated: ${internalText}`))).not.toMatch(
    /secret_hash|10\.0\.0\.7/,
  )
})

async function readDetail(error: unknown): Promise<string> {
  const text = await createErrorResponse(toAppError(error, 'the-id'), 'the-id').text()
  expect(text).toContain('"requestId":"the-id"')
  return text
}

test('no text of a 503 promises that nothing was changed, because a write may have been saved', () => {
  const error = makeError({ originalCode: '57P01' })
  const { message } = toAppError(error, 'r')
  expect(message).toContain('may or may not have been saved')
  for (const text of [message, errorCodeDescriptions.unavailable]) {
    expect(text).not.toContain('Nothing was changed')
    expect(text).toContain('Idempotency-Key')
  }
  expect(toAppError(error, 'r', { isRead: true }).message).not.toMatch(/saved|Idempotency-Key/)
})

test('does not read a number in an error message as an SQLSTATE code', () => {
  const error = makeError({ originalCode: '22003' })
  error.message += ' value 57014 is out of range'
  expect(toAppError(error, 'r').code).toBe('internal')
})
