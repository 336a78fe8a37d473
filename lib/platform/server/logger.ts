import pino from 'pino'

/** JSON lines on standard error: standard output belongs to data. */
export const logger = pino(
  {
    name: 'stepmark',
    serializers: { error: pino.stdSerializers.err },
    redact: ['password', 'secret', 'token', 'cookie', 'authorization'],
  },
  pino.destination({ dest: 2, sync: false }),
)
