import { expect, test } from 'vitest'
import { roundPolicyField } from './policy'

const parse = (...policies: string[]) =>
  roundPolicyField.safeParse({ slices: policies.map((policy) => ({ policy, share: 0.5 })) })

test('a round policy that lists a slice twice is rejected', () => {
  expect(parse('uncertain', 'convincing-wrong').success).toBe(true)
  const repeatedSlice = parse('uncertain', 'uncertain')
  expect(repeatedSlice.error?.issues).toMatchObject([
    { path: ['slices'], message: 'A slice is listed twice. Give it one share.' },
  ])
})
