import { expect, it } from 'vitest'
import { describeReleaseMismatch } from './describe-release-mismatch'

const describeMismatch = (option: string, from: unknown, to: unknown) =>
  describeReleaseMismatch({ from: 1, to: 2, options: [{ option, from, to }] })

it.each([
  ['each', 'majority', 2, 1],
  ['dawid-skene', 'latest', 1, 2],
])(
  'rows can’t be matched if only one release combines annotations: %s and %s',
  (before, after, combined, single) => {
    expect(describeMismatch('consensus', before, after)).toBe(
      `Release ${combined} has one combined row per solution, and release ${single} one row per annotation. Their rows can’t be matched: all count as new or removed.`,
    )
  },
)

it('an incremental release lacks what did not change', () => {
  expect(describeMismatch('since', undefined, 1)).toBe(
    'Release 2 contains only what is new or changed since release 1. The rest of release 1 counts as removed.',
  )
  expect(describeMismatch('since', 1, undefined)).toBe(
    'Release 1 contains only what is new or changed since release 1. The rest of release 2 counts as new.',
  )
  expect(
    describeReleaseMismatch({ from: 3, to: 4, options: [{ option: 'since', from: 1, to: 2 }] }),
  ).toBe(
    'Release 4 contains only what is new or changed since release 2, and release 3 since release 1. What only one of them contains counts as new or removed.',
  )
})

it.each([
  ['consensus', 'each', 'latest'],
  ['consensus', 'majority', 'dawid-skene'],
  ['neutral', 'drop', 'negative'],
])('other differences of %s do not prevent a comparison: %s and %s', (option, before, after) => {
  expect(describeMismatch(option, before, after)).toBeNull()
})
