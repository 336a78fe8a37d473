import { describe, expect, test } from 'vitest'
import { defaultSimulatedPolicies, parseSimulatedPolicy } from './simulated-policy'

describe('parseSimulatedPolicy', () => {
  test('parses a single policy', () => {
    expect(parseSimulatedPolicy('uncertain')).toEqual({
      ok: true,
      policy: {
        name: 'uncertain',
        slices: [{ policy: 'uncertain', share: 1 }],
        exploration: 0,
        ignoresScores: false,
      },
    })
  })

  test('parses a mix with relative shares', () => {
    expect(parseSimulatedPolicy('convincing-wrong:3+uncertain:1+random')).toMatchObject({
      policy: {
        slices: [
          { policy: 'convincing-wrong', share: 0.6 },
          { policy: 'uncertain', share: 0.2 },
        ],
        exploration: 0.2,
      },
    })
  })

  test('parses wrong-at-random as wrong answers without scores, and random as a random sample only', () => {
    expect(parseSimulatedPolicy('wrong-at-random')).toMatchObject({
      policy: { slices: [{ policy: 'convincing-wrong', share: 1 }], ignoresScores: true },
    })
    expect(parseSimulatedPolicy('random')).toMatchObject({ policy: { exploration: 1 } })
  })

  test.each([
    ['clever', /"clever" is not a policy/],
    ['', /"" is not a policy/],
    ['random:0', /above 0/],
    ['random:half', /above 0/],
    ['random:0.5:0.5', /above 0/],
    ['random+random', /twice/],
    ['wrong-at-random+uncertain', /with random only/],
  ])('rejects the policy %j', (text, reason) => {
    const result = parseSimulatedPolicy(text)
    expect(result.ok ? '' : result.reason).toMatch(reason)
  })

  test('parses the default policies', () => {
    for (const name of defaultSimulatedPolicies) expect(parseSimulatedPolicy(name).ok).toBe(true)
  })
})
