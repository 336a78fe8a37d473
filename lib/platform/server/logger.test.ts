import { describe, expect, test } from 'vitest'
import { makeLogger } from './logger'

const canary = 'canary-4f1d'

function collect() {
  const lines: string[] = []
  const logger = makeLogger({ write: (line) => void lines.push(line) }, 'info')
  return { logger, lines }
}

describe('the server log', () => {
  test('redacts values whose key names a secret', () => {
    const { logger, lines } = collect()
    for (const name of [
      'password',
      'secret',
      'token',
      'cookie',
      'authorization',
      'key',
      'idempotencyKey',
    ])
      logger.info({ [name]: canary, headers: { [name]: canary } }, 'a line')
    expect(lines).toHaveLength(7)
    expect(lines.join('')).not.toContain(canary)
  })

  test('writes one line per call, whatever it contains', () => {
    const { logger, lines } = collect()
    logger.info({ name: 'a\r\n{"level":60,"msg":"forged"}' }, 'b\n{"level":60}\u2028c')
    expect(lines).toHaveLength(1)
    expect(lines[0]!.trimEnd()).not.toMatch(/[\r\n]/)
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 30, msg: 'b\n{"level":60}\u2028c' })
  })

  test('does not expand format placeholders in a text', () => {
    const { logger, lines } = collect()
    logger.info({ name: '%s' }, '%s %o %j %d %O')
    expect(JSON.parse(lines[0]!)).toMatchObject({ name: '%s', msg: '%s %o %j %d %O' })
  })

  test('logs type and location of an error, without the values in its message', () => {
    const { logger, lines } = collect()
    const errors = [
      new Error(`invalid input syntax for type uuid: "${canary}"`),
      new Error(`invalid input syntax for type uuid: "a" ${canary}"`),
      new Error(`Key (email)=(a(b)${canary}@example.org) already exists.`),
      new Error(
        `\nInvalid \`prisma.user.findFirst()\` invocation in\n/a.ts:1:1\n\n{\n  where: { name: '${canary}' }\n}\n\nArgument \`name\` is missing.`,
      ),
      new Error('outer', { cause: new Error(`value: "${canary}"`) }),
    ]
    for (const error of errors) logger.error({ error }, 'unexpected error')
    expect(lines.join('')).not.toContain(canary)
    expect(lines.join('')).toContain('logger.test.ts')
    expect(lines[3]).toContain('Argument `name` is missing.')
    expect(JSON.parse(lines[2]!)).toMatchObject({
      error: { type: 'Error', message: 'Key (email)=(…) already exists.' },
    })
  })

  test('writes nothing below its log level', () => {
    const lines: string[] = []
    const logger = makeLogger({ write: (line) => void lines.push(line) }, 'warn')
    logger.info('a')
    logger.warn('b')
    expect(lines).toHaveLength(1)
  })
})
