import { beforeEach, describe, expect, test } from 'vitest'
import { findEncryptionState, reencryptText, encryptText, decryptText } from './encrypted-text'

beforeEach(() => {
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none'
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  delete process.env.NEXTAUTH_SECRET_OLD
})

const secret = 'whsec_ünïcode'

describe('an encrypted text', () => {
  test('can be decrypted for its purpose and row', () => {
    expect(decryptText(encryptText(secret, 'webhook', 'a/1'), 'webhook', 'a/1')).toBe(secret)
  })

  test('does not contain the text, and differs each time', () => {
    const [firstText, secondText] = [
      encryptText(secret, 'webhook', 'a/1'),
      encryptText(secret, 'webhook', 'a/1'),
    ]
    expect(Buffer.from(firstText).includes('whsec_')).toBe(false)
    expect(firstText).not.toEqual(secondText)
  })

  test('can’t be decrypted for another row or purpose, or with another secret', () => {
    const sealed = encryptText(secret, 'webhook', 'a/1')
    expect(decryptText(sealed, 'webhook', 'a/2')).toBeNull()
    expect(decryptText(sealed, 'totp', 'a/1')).toBeNull()
    process.env.NEXTAUTH_SECRET = 'another secret for tests that is long enough too'
    expect(decryptText(sealed, 'webhook', 'a/1')).toBeNull()
  })

  test('can’t be decrypted with a missing or weak secret: decryption throws instead of returning null', () => {
    const sealed = encryptText(secret, 'webhook', 'a/1')
    for (const invalidSecret of ['', 'short']) {
      process.env.NEXTAUTH_SECRET = invalidSecret
      expect(() => decryptText(sealed, 'webhook', 'a/1')).toThrow('NEXTAUTH_SECRET')
    }
  })

  test('can’t be decrypted while an old secret is weak: decryption throws', () => {
    const sealed = encryptText(secret, 'webhook', 'a/1')
    process.env.NEXTAUTH_SECRET_OLD = 'short'
    expect(() => decryptText(sealed, 'webhook', 'a/1')).toThrow('NEXTAUTH_SECRET_OLD')
  })

  test('can be decrypted without a public URL, because workers have none', () => {
    delete process.env.NEXTAUTH_URL
    expect(decryptText(encryptText(secret, 'webhook', 'a/1'), 'webhook', 'a/1')).toBe(secret)
  })

  test('can’t be decrypted after a bit was changed or it was truncated', () => {
    const sealed = encryptText(secret, 'webhook', 'a/1')
    for (let offset = 0; offset < sealed.length; offset += 1) {
      const changedBytes = Uint8Array.from(sealed)
      changedBytes[offset]! ^= 1
      expect(decryptText(changedBytes, 'webhook', 'a/1'), String(offset)).toBeNull()
      expect(decryptText(sealed.subarray(0, offset), 'webhook', 'a/1'), String(offset)).toBeNull()
    }
  })
})

describe('after NEXTAUTH_SECRET was replaced', () => {
  const [first, second, third] = ['first', 'second', 'third'].map((word) =>
    `${word}-0123456789`.repeat(4),
  )
  const encryptWith = (authSecret: string) => {
    process.env.NEXTAUTH_SECRET = authSecret
    return encryptText(secret, 'webhook', 'a/1')
  }
  const use = (authSecret: string, ...oldSecrets: string[]) => {
    process.env.NEXTAUTH_SECRET = authSecret
    process.env.NEXTAUTH_SECRET_OLD = oldSecrets.join(', ')
  }

  test('texts encrypted with any listed old secret can be decrypted, for their row and purpose only', () => {
    const sealed = [encryptWith(first!), encryptWith(second!)]
    use(third!, second!, first!)
    for (const text of sealed) {
      expect(decryptText(text, 'webhook', 'a/1')).toBe(secret)
      expect(findEncryptionState(text, 'webhook', 'a/1')).toBe('old')
      expect(decryptText(text, 'webhook', 'a/2')).toBeNull()
      expect(decryptText(text, 'totp', 'a/1')).toBeNull()
    }
    use(third!, second!)
    expect(sealed.map((text) => findEncryptionState(text, 'webhook', 'a/1'))).toEqual([
      'lost',
      'old',
    ])
    expect(reencryptText(sealed[0]!, 'webhook', 'a/1')).toBeNull()
  })

  test('new texts use the new secret, and re-encrypted texts no longer need the old one', () => {
    const sealed = encryptWith(first!)
    use(second!, first!)
    const [fresh, renewed] = [
      encryptText(secret, 'webhook', 'a/1'),
      reencryptText(sealed, 'webhook', 'a/1')!,
    ]
    expect(reencryptText(renewed, 'webhook', 'a/1')).toBeNull()
    use(second!)
    for (const text of [fresh, renewed]) {
      expect(findEncryptionState(text, 'webhook', 'a/1')).toBe('current')
      expect(decryptText(text, 'webhook', 'a/1')).toBe(secret)
    }
    use(first!)
    expect(decryptText(fresh, 'webhook', 'a/1')).toBeNull()
  })
})
