import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  listSettingProblems,
  listWorkerSettingProblems,
  readDrainSeconds,
  readSignInSettings,
} from './env'

const safe: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://stepmark@db.example.org/stepmark',
  NEXTAUTH_URL: 'https://stepmark.example.org',
  NEXTAUTH_SECRET: randomBytes(48).toString('base64'),
}

describe('listSettingProblems', () => {
  test('reports nothing if everything is set and the secret is random', () => {
    expect(listSettingProblems(safe)).toEqual([])
    expect(
      listSettingProblems({ ...safe, NEXTAUTH_SECRET: randomBytes(32).toString('base64url') }),
    ).toEqual([])
  })

  test.each(['DATABASE_URL', 'NEXTAUTH_URL', 'NEXTAUTH_SECRET'])(
    'reports the setting %s if it is missing or empty',
    (name) => {
      for (const value of [undefined, ''])
        expect(listSettingProblems({ ...safe, [name]: value })).toEqual([
          expect.stringContaining(`${name} is not set`),
        ])
    },
  )

  const provider = {
    STEPMARK_OIDC_ISSUER: 'https://id.example.org',
    STEPMARK_OIDC_CLIENT_ID: 'stepmark',
    STEPMARK_OIDC_CLIENT_SECRET: 'a secret',
  }

  test('reports nothing with a sign-in provider, with passwords on or off', () => {
    expect(listSettingProblems({ ...safe, ...provider, STEPMARK_OIDC_ONLY: 'on' })).toEqual([])
    expect(readSignInSettings({ ...safe, ...provider })).toEqual({
      oidc: {
        issuer: 'https://id.example.org',
        clientId: 'stepmark',
        clientSecret: 'a secret',
        name: 'your organisation',
        strongAcr: [],
      },
      isOidcOnly: false,
      totpRequiredOf: 'none',
    })
  })

  test.each([
    [{ STEPMARK_OIDC_ISSUER: 'https://id.example.org' }, 'STEPMARK_OIDC_CLIENT_ID'],
    [{ STEPMARK_OIDC_ONLY: 'on' }, 'no one could sign in'],
    [{ ...provider, STEPMARK_OIDC_ISSUER: 'http://id.example.org' }, 'https://'],
    [{ ...provider, STEPMARK_OIDC_ISSUER: 'id.example.org' }, 'https://'],
    [{ STEPMARK_OIDC_ONLY: 'yes' }, 'can be on or off'],
    [{ STEPMARK_REQUIRE_TOTP: 'admin' }, 'can be admins or everyone or off'],
    [{ STEPMARK_REQUIRE_TOTP: 'all' }, 'can be admins or everyone or off'],
  ])(
    'reports sign-in settings that are invalid or contradict each other: %o',
    (settings, problem) => {
      const problems = listSettingProblems({ ...safe, ...settings })
      expect(problems).toEqual([expect.stringContaining(problem)])
      expect(problems.join()).not.toContain('a secret')
    },
  )

  test.each([
    [undefined, 'none'],
    ['off', 'none'],
    ['admins', 'admins'],
    ['everyone', 'everyone'],
  ])('reports nothing if STEPMARK_REQUIRE_TOTP is %j', (value, whom) => {
    const settings = { ...safe, STEPMARK_REQUIRE_TOTP: value }
    expect(listSettingProblems(settings)).toEqual([])
    expect(readSignInSettings(settings).totpRequiredOf).toBe(whom)
  })

  test.each([
    ['gold', ['gold']],
    [' urn:mace:incommon:iap:silver, 2 ,3', ['urn:mace:incommon:iap:silver', '2', '3']],
    ['', []],
    [' , ', []],
  ])("reads %j as the provider's second-factor values", (text, values) => {
    const settings = { ...safe, ...provider, STEPMARK_OIDC_STRONG_ACR: text }
    expect(listSettingProblems(settings)).toEqual([])
    expect(readSignInSettings(settings).oidc?.strongAcr).toEqual(values)
  })

  test('reports all missing settings at once', () => {
    expect(listSettingProblems({ NODE_ENV: 'production' })).toHaveLength(3)
  })

  test.each(['0', '59', '-1', '1.5', '1e3', 'none', ' off', '99999999999'])(
    'reports the call limit %j',
    (limit) => {
      expect(listSettingProblems({ ...safe, STEPMARK_RATE_LIMIT_PER_MINUTE: limit })).toEqual([
        expect.stringContaining('STEPMARK_RATE_LIMIT_PER_MINUTE'),
      ])
    },
  )

  test.each([undefined, '', '60', '1200', 'off'])('accepts the call limit %j', (limit) => {
    expect(listSettingProblems({ ...safe, STEPMARK_RATE_LIMIT_PER_MINUTE: limit })).toEqual([])
  })

  test.each([
    ['short', '0123456789abcdefghijklmnopqrstuvwxyzABCDEF', '42 characters'],
    ['one repeated character', 'a'.repeat(64), '1 different characters'],
    ['counting', '0123456789'.repeat(6), '10 different characters'],
    ['one character too few of them', 'abcdefghijk'.repeat(5), '11 different characters'],
  ])('reports a secret that is %s, without showing it', (_, secret, problem) => {
    const problems = listSettingProblems({ ...safe, NEXTAUTH_SECRET: secret })
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems[0]).toMatch(/^NEXTAUTH_SECRET /)
    expect(problems[0]).not.toContain(secret)
  })

  test('reports nothing if the secret is just long enough', () => {
    const secret = 'abcdefghijkl'.repeat(4)
    expect(listSettingProblems({ ...safe, NEXTAUTH_SECRET: secret })).toEqual([])
  })

  const makeSecret = () => randomBytes(48).toString('base64')

  test.each([
    ['short', (short: string) => short, 'number 1 of it) has 42 characters'],
    [
      'short, after a good one',
      (short: string) => `${makeSecret()} ${short}`,
      'number 2 of it) has 42',
    ],
    [
      'short, after a comma',
      (short: string) => `${makeSecret()},${short}`,
      'number 2 of it) has 42',
    ],
    ['repeated', () => 'ab'.repeat(40), 'number 1 of it) has 2 different characters'],
    [
      'the current one',
      () => `${makeSecret()}\n${safe.NEXTAUTH_SECRET}`,
      'is NEXTAUTH_SECRET itself',
    ],
  ])('reports an old secret that is %s, without showing it', (_, make, problem) => {
    const short = '0123456789abcdefghijklmnopqrstuvwxyzABCDEF'
    const old = make(short)
    const invalidEnv = { ...safe, NEXTAUTH_SECRET_OLD: old }
    for (const problems of [
      listSettingProblems(invalidEnv),
      listWorkerSettingProblems(invalidEnv),
    ]) {
      expect(problems).toEqual([expect.stringContaining(problem)])
      expect(problems[0]).toMatch(/^NEXTAUTH_SECRET_OLD /)
      for (const secret of old.split(/[\s,]/)) expect(problems[0]).not.toContain(secret)
    }
  })

  test.each(['', ' ', `${'abcdefghijkl'.repeat(4)}, ${'mnopqrstuvwx'.repeat(4)}\n`])(
    'reports nothing with valid old secrets, or without any',
    (old) => {
      expect(listSettingProblems({ ...safe, NEXTAUTH_SECRET_OLD: old })).toEqual([])
    },
  )

  test('reports an address without TLS and settings that cannot be read', () => {
    const invalidEnv = {
      NEXTAUTH_URL: 'http://stepmark.example.org',
      STEPMARK_DRAIN_SECONDS: 'soon',
    }
    expect(listSettingProblems({ ...safe, ...invalidEnv })).toEqual([
      expect.stringMatching(/^NEXTAUTH_URL has no TLS/),
      expect.stringMatching(/^STEPMARK_DRAIN_SECONDS is invalid/),
    ])
  })

  test('reports AUTH_TRUST_HOST, whatever its value', () => {
    expect(listSettingProblems({ ...safe, AUTH_TRUST_HOST: 'false' })).toEqual([
      expect.stringContaining('AUTH_TRUST_HOST is set'),
    ])
  })

  test.each([
    ['no sender', 'smtp://mail.example.org', undefined, 'without STEPMARK_MAIL_FROM'],
    ['no server', undefined, 'a@example.org', 'without STEPMARK_SMTP_URL'],
    ['another protocol', 'https://a:secret@mail.example.org', 'a@example.org', 'smtp://'],
    [
      'a password that is not escaped',
      'smtp://a:secret%zz@mail',
      'a@example.org',
      'Write it as %25',
    ],
    ['no address', 'smtp://a:secret@', 'a@example.org', 'STEPMARK_SMTP_URL is not'],
    ['an invalid sender', 'smtp://mail.example.org', 'Stepmark', 'not an email address'],
    ['a line end', 'smtp://mail.example.org', 'a@example.org\nBcc: b', 'not an email address'],
  ])('reports mail settings with %s, without showing the password', (_, url, from, problem) => {
    const problems = listSettingProblems({
      ...safe,
      STEPMARK_SMTP_URL: url,
      STEPMARK_MAIL_FROM: from,
    })
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems[0]).not.toContain('secret')
  })

  test('reports nothing if the mail settings are complete', () => {
    const mail = {
      STEPMARK_SMTP_URL: 'smtps://a:secret@mail.example.org',
      STEPMARK_MAIL_FROM: 'Stepmark <stepmark@example.org>',
    }
    expect(listSettingProblems({ ...safe, ...mail })).toEqual([])
  })
})

describe('the drain time before a shutdown', () => {
  afterEach(() => vi.unstubAllEnvs())
  test.each([
    ['https://stepmark.example.org', undefined, 5],
    ['https://stepmark.example.org', '0', 0],
    ['http://127.0.0.1:3000', undefined, 0],
    ['http://localhost:3000', '7', 7],
    ['http://localhost:3000', '', 0],
  ])(
    'at the address %s with STEPMARK_DRAIN_SECONDS=%s is %d seconds',
    (address, setting, seconds) => {
      vi.stubEnv('NEXTAUTH_URL', address)
      vi.stubEnv('STEPMARK_DRAIN_SECONDS', setting)
      expect(readDrainSeconds()).toBe(seconds)
    },
  )
})
