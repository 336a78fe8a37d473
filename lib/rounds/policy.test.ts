import { expect, test } from 'vitest'
import { roundPolicyField } from './policy'

const parse = (...policies: string[]) =>
  roundPolicyField.safeParse({ slices: policies.map((policy) => ({ policy, share: 0.5 })) })

test('a slice stands in a policy once', () => {
  expect(parse('uncertain', 'convincing-wrong').success).toBe(true)
  const twice = parse('uncertain', 'uncertain')
  expect(twice.error?.issues).toMatchObject([
    { path: ['slices'], message: 'A slice stands there twice. Give it one share.' },
  ])
})
