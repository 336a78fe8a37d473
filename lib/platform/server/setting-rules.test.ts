import { describe, expect, test } from 'vitest'
import { findPublicUrlProblem, findInvalidSettings } from './setting-rules'

describe('optional settings', () => {
  test('are read if valid', () => {
    const readable = {
      STEPMARK_WORKER: 'off',
      STEPMARK_WORKER_PORT: '9090',
      STEPMARK_DRAIN_SECONDS: '0',
      STEPMARK_LOG_LEVEL: 'warn',
      STEPMARK_METRICS_TOKEN: 'a'.repeat(24),
      STEPMARK_OUTBOUND_ALLOW: 'models.internal:8000, 10.0.0.5:8000,[fd00::1]:8000',
      STEPMARK_SCORER_KEY_A: 'k',
      STEPMARK_SCORER_KEY_A_HOST: 'models.example:443',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      STEPMARK_REPLICA_URL: 'postgresql://stepmark:secret@replica.example:5432/stepmark',
    }
    expect(findInvalidSettings(readable)).toEqual([])
    const empty = Object.fromEntries(Object.keys(readable).map((name) => [name, '']))
    expect(findInvalidSettings(empty)).toEqual([])
  })

  test.each([
    ['STEPMARK_WORKER', 'no', 'on or off'],
    ['STEPMARK_WORKER_PORT', '0', '1 to 65535'],
    ['STEPMARK_WORKER_PORT', '65536', '1 to 65535'],
    ['STEPMARK_DRAIN_SECONDS', '5s', 'whole seconds'],
    ['STEPMARK_DRAIN_SECONDS', '-1', 'whole seconds'],
    ['STEPMARK_DRAIN_SECONDS', '301', 'whole seconds'],
    ['STEPMARK_LOG_LEVEL', 'verbose', 'trace, debug, info'],
    ['STEPMARK_OUTBOUND_ALLOW', 'good.example:80,http://a/b', '"http://a/b" is not a host'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318', 'a collector'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://a:4317', 'a collector'],
  ])('%s=%s is rejected with an error that names the setting', (name, value, problem) => {
    const problems = findInvalidSettings({ [name]: value })
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems[0]).toMatch(new RegExp(`^${name} `))
  })

  test('rejects NODE_TLS_REJECT_UNAUTHORIZED=0, and accepts 1 or an empty value', () => {
    const check = (value: string) => findInvalidSettings({ NODE_TLS_REJECT_UNAUTHORIZED: value })
    expect(check('0')).toEqual([expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED is 0, /)])
    for (const harmless of ['', '1']) expect(check(harmless)).toEqual([])
  })

  test('rejects invalid hosts for a scorer key, but accepts a key whose own name ends with _HOST', () => {
    const hosts = { STEPMARK_SCORER_KEY_A: 'k', STEPMARK_SCORER_KEY_A_HOST: 'a b' }
    expect(findInvalidSettings(hosts)).toEqual([
      expect.stringMatching(/^STEPMARK_SCORER_KEY_A_HOST .*"a b" is not a host/),
    ])
    expect(findInvalidSettings({ STEPMARK_SCORER_KEY_MY_HOST: 'a b' })).toEqual([])
  })

  test.each(['replica.example:5432', 'http://stepmark:secret@replica.example/stepmark'])(
    'does not show the replica URL, which may contain a password: %s',
    (address) => {
      const problems = findInvalidSettings({ STEPMARK_REPLICA_URL: address })
      expect(problems).toEqual([
        expect.stringMatching(/^STEPMARK_REPLICA_URL .*a streaming replica/),
      ])
      expect(problems[0]).not.toContain('replica.example')
    },
  )

  test.each(['short-token', `${'a'.repeat(30)} b`])('does not show a weak token: %s', (token) => {
    const problems = findInvalidSettings({ STEPMARK_METRICS_TOKEN: token })
    expect(problems).toEqual([expect.stringMatching(/^STEPMARK_METRICS_TOKEN .*24 characters/)])
    expect(problems[0]).not.toContain(token)
  })
})

describe('the public URL', () => {
  test.each([
    ...['https://stepmark.example.org', 'http://localhost:3000', 'http://127.0.0.1', undefined],
    ...['http://127.3.2.1:80', 'http://[::1]:3000', 'https://stepmark.example.org/labels'],
  ])('can be %s', (address) => expect(findPublicUrlProblem(address)).toBeNull())

  test.each([
    ['stepmark.example.org', 'is not a valid URL'],
    ['localhost:3000', 'is not a valid URL'],
    ['ftp://stepmark.example.org', 'is not a valid URL'],
    ['http://stepmark.example.org', 'has no TLS'],
    ['http://localhost.example.org', 'has no TLS'],
    ['http://127.0.0.1.example.org', 'has no TLS'],
    ['http://10.0.0.5:3000', 'has no TLS'],
  ])('can’t be %s: %s', (address, problem) => {
    expect(findPublicUrlProblem(address)).toMatch(/^NEXTAUTH_URL /)
    expect(findPublicUrlProblem(address)).toContain(problem)
  })
})
