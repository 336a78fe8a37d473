import pino, { type DestinationStream, type Logger } from 'pino'
import { describeError } from './describe-error'
import { type LogLevel } from './setting-rules'
import { readLogLevel } from './env'

const secrets = ['password', 'secret', 'token', 'cookie', 'authorization', 'idempotencyKey', 'key']

/** JSON lines. What one of them is given under the name of a secret it does not keep, one level down neither. */
export function makeLogger(destination: DestinationStream, level: LogLevel): Logger {
  return pino(
    {
      name: 'stepmark',
      level,
      serializers: { error: (error: unknown) => describeError(error) },
      redact: [...secrets, ...secrets.map((name) => `*.${name}`)],
    },
    destination,
  )
}

/** Writes to standard error: standard output belongs to data. */
export const logger = makeLogger(pino.destination({ dest: 2, sync: false }), readLogLevel())
