import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { planRoundContract } from '@/lib/rounds/contract'
import { roundPolicyField } from '@/lib/rounds/policy'
import {
  checkPolicyFields,
  defaultPolicyFields,
  findPolicyField,
  isInvalidShare,
  rankedSlicePolicyNames,
  toPolicyFields,
} from './policy-fields'

const parseRequestPolicy = (policy: unknown) =>
  planRoundContract.input.parse({ project: 'p', policy }).policy

describe('policy form', () => {
  it('starts with the default policy', () => {
    const { policy, errors } = checkPolicyFields(defaultPolicyFields, 1)
    expect(errors).toEqual({})
    expect(parseRequestPolicy(policy)).toEqual(roundPolicyField.parse({}))
  })

  it('converts slices, random sample, size, overlap and seed to form values and back without changes', () => {
    const share = fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100)
    const optionalCount = fc.option(fc.integer({ min: 1, max: 9 }))
    const policies = fc.record({
      slices: fc.integer({ min: 1, max: 98 }).map((percent) => [
        { policy: rankedSlicePolicyNames[0], share: percent / 100 },
        { policy: rankedSlicePolicyNames[2], share: (100 - percent) / 100 },
      ]),
      exploration: share,
      size: optionalCount,
      perProblem: optionalCount,
      overlap: fc.record({
        annotators: fc.option(fc.integer({ min: 1, max: 5 })),
        share,
        extraAnnotators: fc.option(fc.integer({ min: 6, max: 10 })),
      }),
      seed: fc.integer({ min: 0, max: 2_147_483_647 }),
    })
    fc.assert(
      fc.property(policies, (input) => {
        const policy = roundPolicyField.parse(input)
        const { policy: output, errors } = checkPolicyFields(toPolicyFields(policy), 1)
        expect(errors).toEqual({})
        expect(parseRequestPolicy(output)).toEqual(policy)
      }),
    )
  })

  it.each([
    [{ exploration: '120' }, 'exploration'],
    [{ exploration: '' }, 'exploration'],
    [{ size: '0' }, 'size'],
    [{ size: 'many' }, 'size'],
    [{ perProblem: '1001' }, 'perProblem'],
    [{ annotators: '11' }, 'annotators'],
    [{ annotatorsWithExtraOverlap: '1' }, 'annotatorsWithExtraOverlap'],
    [{ extraOverlapShare: '-1' }, 'extraOverlapShare'],
    [{ seed: '2147483648' }, 'seed'],
    [{ shares: { ...defaultPolicyFields.shares, uncertain: 'x' } }, 'shares'],
    [{ shares: { ...defaultPolicyFields.shares, 'convincing-wrong': '0' } }, 'shares'],
    [
      { exploration: '', shares: { ...defaultPolicyFields.shares, 'convincing-wrong': '' } },
      'exploration',
    ],
  ])('rejects %j with an error at the field %s', (changes, field) => {
    expect(
      Object.keys(checkPolicyFields({ ...defaultPolicyFields, ...changes }, 1).errors),
    ).toEqual([field])
  })

  it.each([
    [{}, null],
    [{ annotators: '2' }, null],
    [{ annotatorsWithExtraOverlap: '4' }, null],
    [
      { annotatorsWithExtraOverlap: '3' },
      'Enter more than 3: each solution already has 3 annotators.',
    ],
    [
      { annotators: '5', annotatorsWithExtraOverlap: '4' },
      'Enter more than 5: each solution already has 5 annotators.',
    ],
    [
      { annotators: '10' },
      'Set the extra overlap to 0: each solution already has the maximum of 10 annotators.',
    ],
    [{ annotatorsWithExtraOverlap: '2', extraOverlapShare: '0' }, null],
    [{ annotatorsWithExtraOverlap: '12' }, 'Enter a whole number from 2 to 10.'],
  ])('checks the extra overlap in a project with overlap 3: %j', (changes, problem) => {
    const fields = { ...defaultPolicyFields, extraOverlapShare: '50', ...changes }
    expect(checkPolicyFields(fields, 3).errors).toEqual(
      problem === null ? {} : { annotatorsWithExtraOverlap: problem },
    )
  })

  it('names the share with an error, and marks only that one', () => {
    const shares = { ...defaultPolicyFields.shares, uncertain: '120' }
    expect(checkPolicyFields({ ...defaultPolicyFields, shares }, 1).errors.shares).toBe(
      'Uncertain: Enter a percentage from 0 to 100.',
    )
    expect(rankedSlicePolicyNames.filter((slice) => isInvalidShare(shares, slice))).toEqual([
      'uncertain',
    ])
  })

  it('marks all shares if together they are invalid', () => {
    const shares = { ...defaultPolicyFields.shares, 'convincing-wrong': '' }
    expect(rankedSlicePolicyNames.filter((slice) => isInvalidShare(shares, slice))).toEqual(
      rankedSlicePolicyNames,
    )
  })

  it('accepts percent signs, decimal commas and thousands separators', () => {
    const { policy, errors } = checkPolicyFields(
      {
        ...defaultPolicyFields,
        exploration: ' 12,5 % ',
        size: '1,200',
        perProblem: '',
      },
      1,
    )
    expect(errors).toEqual({})
    expect(policy).toMatchObject({ exploration: 0.125, size: 1_200, perProblem: null })
  })

  it('needs no other slice if the random sample is 100%', () => {
    const shares = { ...defaultPolicyFields.shares, 'convincing-wrong': '' }
    const { policy, errors } = checkPolicyFields(
      {
        ...defaultPolicyFields,
        shares,
        exploration: '100',
      },
      1,
    )
    expect(errors).toEqual({})
    expect(parseRequestPolicy(policy).exploration).toBe(1)
  })
})

test.each([
  ['policy.exploration', 'exploration'],
  ['policy.scores.source', 'source'],
  ['policy.scores.aggregation', 'aggregation'],
  ['policy.slices.0.share', 'shares'],
  ['policy.overlap.annotators', 'annotators'],
  ['policy.overlap.share', 'extraOverlapShare'],
  ['policy.overlap.extraAnnotators', 'annotatorsWithExtraOverlap'],
  ['policy.other', null],
])('findPolicyField maps the path %s of an API error to the field %s', (path, field) => {
  expect(findPolicyField(path)).toBe(field)
})
