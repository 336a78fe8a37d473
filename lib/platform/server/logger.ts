import pino, { type DestinationStream, type Logger } from 'pino'
import { describeErrorForLog } from './describe-error'
import { readLogLevel } from './env'
import { type LogLevel } from './setting-rules'

const secretKeys = [
  'password',
  'secret',
  'token',
  'cookie',
  'authorization',
  'idempotencyKey',
  'key',
]

/** Writes JSON lines. Redacts values whose key names a secret, also one level down. */
export function makeLogger(destination: DestinationStream, level: LogLevel): Logger {
  return pino(
    {
      name: 'stepmark',
      level,
      serializers: { error: (error: unknown) => describeErrorForLog(error) },
      redact: [...secretKeys, ...secretKeys.map((name) => `*.${name}`)],
    },
    destination,
  )
}

/** Writes to standard error, because standard output is for data. */
export const logger = makeLogger(pino.destination({ dest: 2, sync: false }), readLogLevel())
