import { describe, expect, test } from 'vitest'
import { defaultPolicies, readSimulatedPolicy } from './simulated-policy'

describe('policies of a simulation, as they are written', () => {
  test('one by its name', () => {
    expect(readSimulatedPolicy('uncertain')).toEqual({
      ok: true,
      policy: {
        name: 'uncertain',
        slices: [{ policy: 'uncertain', share: 1 }],
        exploration: 0,
        ignoresScores: false,
      },
    })
  })

  test('a mix by shares of their sum; random is explored', () => {
    expect(readSimulatedPolicy('convincing-wrong:3+uncertain:1+random')).toMatchObject({
      policy: {
        slices: [
          { policy: 'convincing-wrong', share: 0.6 },
          { policy: 'uncertain', share: 0.2 },
        ],
        exploration: 0.2,
      },
    })
  })

  test('wrong answers in no order, and no order at all', () => {
    expect(readSimulatedPolicy('wrong-at-random')).toMatchObject({
      policy: { slices: [{ policy: 'convincing-wrong', share: 1 }], ignoresScores: true },
    })
    expect(readSimulatedPolicy('random')).toMatchObject({ policy: { exploration: 1 } })
  })

  test.each([
    ['clever', /"clever" is none of/],
    ['', /"" is none of/],
    ['random:0', /above 0/],
    ['random:half', /above 0/],
    ['random:0.5:0.5', /above 0/],
    ['random+random', /twice/],
    ['wrong-at-random+uncertain', /with random alone/],
  ])('%j is refused', (text, reason) => {
    const result = readSimulatedPolicy(text)
    expect(result.ok ? '' : result.reason).toMatch(reason)
  })

  test('what is simulated by default can be read', () => {
    for (const name of defaultPolicies) expect(readSimulatedPolicy(name).ok).toBe(true)
  })
})
