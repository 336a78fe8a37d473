import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { planRoundContract } from '@/lib/rounds/contract'
import { roundPolicyField } from '@/lib/rounds/policy'
import { checkPolicy, defaultFields, findPolicyField, ownSlices, readFields } from './policy-fields'

const accept = (policy: unknown) => planRoundContract.input.parse({ project: 'p', policy }).policy

describe('the form', () => {
  it('begins with the design’s own policy', () => {
    const { policy, errors } = checkPolicy(defaultFields)
    expect(errors).toEqual({})
    expect(accept(policy)).toEqual(roundPolicyField.parse({}))
  })

  it('shows every policy as it is, and sends the same again', () => {
    const share = fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100)
    const whole = fc.option(fc.integer({ min: 1, max: 9 }))
    const asked = fc.record({
      slices: fc.integer({ min: 1, max: 98 }).map((part) => [
        { policy: ownSlices[0], share: part / 100 },
        { policy: ownSlices[2], share: (100 - part) / 100 },
      ]),
      ...{ exploration: share, size: whole, perProblem: whole },
      overlap: fc.record({ people: whole, share, sharedPeople: fc.integer({ min: 2, max: 9 }) }),
      seed: fc.integer({ min: 0, max: 2_147_483_647 }),
    })
    fc.assert(
      fc.property(asked, (given) => {
        const policy = roundPolicyField.parse(given)
        const { policy: sent, errors } = checkPolicy(readFields(policy))
        expect(errors).toEqual({})
        expect(accept(sent)).toEqual(policy)
      }),
    )
  })

  it.each([
    [{ exploration: '120' }, 'exploration'],
    [{ exploration: '' }, 'exploration'],
    [{ size: '0' }, 'size'],
    [{ size: 'many' }, 'size'],
    [{ perProblem: '1001' }, 'perProblem'],
    [{ people: '10' }, 'people'],
    [{ sharedPeople: '1' }, 'sharedPeople'],
    [{ sharedShare: '-1' }, 'sharedShare'],
    [{ seed: '2147483648' }, 'seed'],
    [{ shares: { ...defaultFields.shares, uncertain: 'x' } }, 'shares'],
    [{ shares: { ...defaultFields.shares, 'convincing-wrong': '0' } }, 'shares'],
  ])('says what is wrong at its field: %j', (changed, field) => {
    expect(Object.keys(checkPolicy({ ...defaultFields, ...changed }).errors)).toEqual([field])
  })

  it('takes per cent and thousands as people write them', () => {
    const { policy, errors } = checkPolicy({
      ...defaultFields,
      ...{ exploration: ' 12,5 % ', size: '1,200', perProblem: '' },
    })
    expect(errors).toEqual({})
    expect(policy).toMatchObject({ exploration: 0.125, size: 1_200, perProblem: null })
  })

  it('needs no slice where all is drawn at random', () => {
    const shares = { ...defaultFields.shares, 'convincing-wrong': '' }
    const { policy, errors } = checkPolicy({ ...defaultFields, shares, exploration: '100' })
    expect(errors).toEqual({})
    expect(accept(policy).exploration).toBe(1)
  })
})

test.each([
  ['policy.exploration', 'exploration'],
  ['policy.scores.source', 'source'],
  ['policy.scores.aggregation', 'aggregation'],
  ['policy.slices.0.share', 'shares'],
  ['policy.overlap.people', 'people'],
  ['policy.overlap.share', 'sharedShare'],
  ['policy.overlap.sharedPeople', 'sharedPeople'],
  ['policy.other', null],
])('a refusal of %s is shown at %s', (place, field) => {
  expect(findPolicyField(place)).toBe(field)
})
