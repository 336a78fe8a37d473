import { expect, test } from 'vitest'
import { rejectCommonPassword } from './password-strength'

const ada = { name: 'Ada Okoro', email: 'ada.okoro@example.org' }

test.each([
  'password1234',
  'passwordpassword',
  '123456789012',
  'qwertyuiopas',
  'iloveyou1234',
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabc',
  'stepmark2026',
  'ada.okoro@example.org',
  'okorookoro12',
  'a'.repeat(256),
  // Only the start is checked, because checking all of it would block the server for seconds.
  `${'a'.repeat(72)}x7Gq-pL2v9QzT`,
])('rejects a common or personal password: %s', (password) => {
  expect(() => rejectCommonPassword(password, ada)).toThrow('easy to guess')
})

test.each(['correct horse battery staple', 'one two three four', 'x7Gq-pL2v9QzT'])(
  'accepts a strong password: %s',
  (password) => {
    expect(() => rejectCommonPassword(password, ada)).not.toThrow()
  },
)

test('the rejection of a common password names the input field, and does not contain the password', () => {
  const rejectCommon = () => rejectCommonPassword('password1234', ada, 'next')
  expect(rejectCommon).toThrow(expect.objectContaining({ code: 'invalid_input' }) as Error)
  try {
    rejectCommon()
  } catch (error) {
    expect(JSON.stringify(error)).toContain('"location":"next"')
    expect(JSON.stringify(error) + String(error)).not.toContain('password1234')
  }
})
