import fc from 'fast-check'
import type { SelectionCandidate, SolutionSelection } from '@/lib/rounds/candidate'
import { type RoundPolicy, roundPolicyField, slicePolicyNames } from '@/lib/rounds/policy'
import type { SelectionPolicy } from '@/lib/rounds/select-solutions'

/** A wrong answer to problem p by default. */
export const makeCandidate = (
  id: string,
  overrides: Partial<SelectionCandidate> = {},
): SelectionCandidate => ({
  id,
  problem: 'p',
  verdict: 'wrong',
  score: 0.5,
  minimum: 0.5,
  lowestStep: 0,
  disagreement: null,
  uncertaintyMeasure: null,
  steps: 3,
  text: `text of ${id}`,
  ineligibleReason: null,
  ...overrides,
})

/** The default policy without a random sample, with overrides. */
export const makeSelectionPolicy = (overrides: Partial<RoundPolicy> = {}): SelectionPolicy =>
  roundPolicyField.parse({ exploration: 0, ...overrides })

export const listSelectedIds = ({ selected }: SolutionSelection) =>
  selected.map(({ candidate }) => candidate.id)

const score = fc.oneof(
  fc.constantFrom(0, 0.25, 0.5, 1),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
)

/** Candidates of a few problems with unique ids, including ties, duplicates and ineligible ones. */
export const anyCandidateList: fc.Arbitrary<SelectionCandidate[]> = fc
  .array(
    fc.record({
      problem: fc.constantFrom('p', 'q', 'r', 's'),
      verdict: fc.constantFrom('correct', 'wrong', 'unsure'),
      score: fc.option(score, { nil: null }),
      minimum: fc.option(fc.constantFrom(0, 0.1, 0.5, 1), { nil: null }),
      disagreement: fc.option(fc.constantFrom(0, 0.3, 0.6), { nil: null }),
      steps: fc.integer({ min: 1, max: 4 }),
      text: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
      ineligibleReason: fc.option(
        fc.constantFrom('gold', 'labelled', 'in-progress', 'no-steps', 'held-out'),
        {
          nil: null,
          freq: 6,
        },
      ),
    }),
    { maxLength: 60 },
  )
  .map((all) =>
    all.map((fields, i) =>
      makeCandidate(String(i).padStart(3, '0'), fields as Partial<SelectionCandidate>),
    ),
  )

export const anySelectionPolicy: fc.Arbitrary<SelectionPolicy> = fc
  .record({
    slices: fc
      .uniqueArray(
        fc.record({
          policy: fc.constantFrom(...slicePolicyNames.filter((policy) => policy !== 'random')),
          share: fc.constantFrom(0.1, 0.2, 0.5, 1),
        }),
        { minLength: 1, maxLength: 4, selector: ({ policy }) => policy },
      )
      .map((slices) => slices as RoundPolicy['slices']),
    size: fc.option(fc.integer({ min: 1, max: 70 }), { nil: null }),
    exploration: fc.constantFrom(0, 0.1, 0.5, 1),
    perProblem: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
    seed: fc.nat(),
  })
  .map(makeSelectionPolicy)
