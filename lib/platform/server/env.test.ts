import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findUnsafeSettings } from './env'

const safe: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://stepmark@db.example.org/stepmark',
  NEXTAUTH_URL: 'https://stepmark.example.org',
  NEXTAUTH_SECRET: randomBytes(48).toString('base64'),
}

describe('unsafe settings', () => {
  test('are none where everything is set and the secret is random', () => {
    expect(findUnsafeSettings(safe)).toEqual([])
    expect(
      findUnsafeSettings({ ...safe, NEXTAUTH_SECRET: randomBytes(32).toString('base64url') }),
    ).toEqual([])
  })

  test.each(['DATABASE_URL', 'NEXTAUTH_URL', 'NEXTAUTH_SECRET'])('name %s, not set', (name) => {
    for (const value of [undefined, ''])
      expect(findUnsafeSettings({ ...safe, [name]: value })).toEqual([
        expect.stringContaining(`${name} is not set`),
      ])
  })

  test('name all that is missing at once', () => {
    expect(findUnsafeSettings({ NODE_ENV: 'production' })).toHaveLength(3)
  })

  test.each([
    ['short', '0123456789abcdefghijklmnopqrstuvwxyzABCDEF', '42 characters'],
    ['one repeated character', 'a'.repeat(64), '1 different characters'],
    ['counting', '0123456789'.repeat(6), '10 different characters'],
    ['one character too few of them', 'abcdefghijk'.repeat(5), '11 different characters'],
  ])('name a secret that is %s, without telling it', (_, secret, words) => {
    const problems = findUnsafeSettings({ ...safe, NEXTAUTH_SECRET: secret })
    expect(problems).toEqual([expect.stringContaining(words)])
    expect(problems[0]).toMatch(/^NEXTAUTH_SECRET /)
    expect(problems[0]).not.toContain(secret)
  })

  test('are none where the secret has just enough', () => {
    const secret = 'abcdefghijkl'.repeat(4)
    expect(findUnsafeSettings({ ...safe, NEXTAUTH_SECRET: secret })).toEqual([])
  })

  test('name AUTH_TRUST_HOST, whatever it is set to', () => {
    expect(findUnsafeSettings({ ...safe, AUTH_TRUST_HOST: 'false' })).toEqual([
      expect.stringContaining('AUTH_TRUST_HOST is set'),
    ])
  })

  test.each([
    ['no sender', 'smtp://mail.example.org', undefined, 'without STEPMARK_MAIL_FROM'],
    ['no server', undefined, 'a@example.org', 'without STEPMARK_SMTP_URL'],
    ['another protocol', 'https://a:secret@mail.example.org', 'a@example.org', 'smtp://'],
    ['no address', 'smtp://a:secret@', 'a@example.org', 'STEPMARK_SMTP_URL is not'],
    ['a sender that is none', 'smtp://mail.example.org', 'Stepmark', 'not an e-mail address'],
    ['a line end', 'smtp://mail.example.org', 'a@example.org\nBcc: b', 'not an e-mail address'],
  ])('name mail with %s, without telling its password', (_, url, from, words) => {
    const problems = findUnsafeSettings({
      ...safe,
      STEPMARK_SMTP_URL: url,
      STEPMARK_MAIL_FROM: from,
    })
    expect(problems).toEqual([expect.stringContaining(words)])
    expect(problems[0]).not.toContain('secret')
  })

  test('are none where mail is set whole', () => {
    const mail = {
      STEPMARK_SMTP_URL: 'smtps://a:secret@mail.example.org',
      STEPMARK_MAIL_FROM: 'Stepmark <stepmark@example.org>',
    }
    expect(findUnsafeSettings({ ...safe, ...mail })).toEqual([])
  })
})
