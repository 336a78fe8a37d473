import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectSolutions } from './select-solutions'
import {
  anyCandidateList,
  anySelectionPolicy,
  listSelectedIds,
  makeCandidate,
  makeSelectionPolicy,
} from './testing/candidates'

const project = { overlap: 1 }

describe('convincing-wrong, as in PRM800K (Lightman et al. 2023, section 2.4),', () => {
  const candidates = [
    makeCandidate('a', { problem: 'p', score: 0.9 }),
    makeCandidate('b', { problem: 'p', score: 0.8 }),
    makeCandidate('c', { problem: 'p', score: 0.99, verdict: 'correct' }),
    makeCandidate('d', { problem: 'q', score: 0.7 }),
    makeCandidate('e', { problem: 'q', score: 0.6 }),
    makeCandidate('f', { problem: 'q', score: 0.95, verdict: 'unsure' }),
  ]

  test('selects the K highest-scored wrong answers of each problem', () => {
    const selectionOfOne = selectSolutions(
      candidates,
      makeSelectionPolicy({ perProblem: 1 }),
      project,
    )
    expect(listSelectedIds(selectionOfOne)).toEqual(['a', 'd'])
    const selectionOfTwo = selectSolutions(
      candidates,
      makeSelectionPolicy({ perProblem: 2 }),
      project,
    )
    expect(listSelectedIds(selectionOfTwo)).toEqual(['a', 'b', 'd', 'e'])
  })

  test('selects the K highest-scored wrong answers overall', () => {
    const policy = makeSelectionPolicy({ perProblem: null, size: 3 })
    expect(listSelectedIds(selectSolutions(candidates, policy, project))).toEqual(['a', 'b', 'd'])
  })

  test('breaks ties by fewer steps, then id', () => {
    const tied = [
      makeCandidate('b', { problem: '1', steps: 4 }),
      makeCandidate('c', { problem: '2', steps: 3 }),
      makeCandidate('a', { problem: '3', steps: 4 }),
    ]
    expect(listSelectedIds(selectSolutions(tied, makeSelectionPolicy(), project))).toEqual([
      'c',
      'a',
      'b',
    ])
  })

  test('reports the rank of each selected solution within its problem', () => {
    const { selected } = selectSolutions(
      candidates,
      makeSelectionPolicy({ perProblem: 2 }),
      project,
    )
    expect(selected.map(({ rank, poolSize }) => [rank, poolSize])).toEqual([
      [1, 2],
      [2, 2],
      [1, 2],
      [2, 2],
    ])
  })

  test('gives a reason for every solution that is not selected', () => {
    const { notSelected } = selectSolutions(
      candidates,
      makeSelectionPolicy({ perProblem: 1 }),
      project,
    )
    const reasons = [...notSelected].map(([reason, all]) => [reason, all.map(({ id }) => id)])
    expect(Object.fromEntries(reasons)).toEqual({
      'per-problem-cap': ['b', 'e'],
      'no-slice': ['c'],
      'unsure-answer': ['f'],
    })
  })
})

test('a purely random round leaves solutions out only because of its size', () => {
  const { notSelected } = selectSolutions(
    [makeCandidate('a', { verdict: 'unsure' }), makeCandidate('b', { verdict: 'correct' })],
    makeSelectionPolicy({ exploration: 1, size: 1 }),
    project,
  )
  expect([...notSelected.keys()]).toEqual(['over-size'])
})

describe('paper-80-20, as in the small-scale experiment (section 4.2),', () => {
  const policy = (perProblem: number) =>
    makeSelectionPolicy({ slices: [{ policy: 'paper-80-20', share: 1 }], perProblem })
  const makeScored = (ids: string, verdict: 'wrong' | 'correct', from: number) =>
    ids.split('').map((id, i) => makeCandidate(id, { verdict, score: from - i / 100 }))

  test('selects five solutions: four convincing wrong answers and the highest-scored other one', () => {
    const all = [...makeScored('abcdef', 'wrong', 0.5), ...makeScored('xyz', 'correct', 0.9)]
    expect(
      listSelectedIds(selectSolutions(all, policy(5), project))
        .toSorted()
        .join(''),
    ).toBe('abcdx')
  })

  test('can fill the remaining 20% with wrong answers', () => {
    const all = [...makeScored('abcdef', 'wrong', 0.9), ...makeScored('xyz', 'correct', 0.1)]
    expect(
      listSelectedIds(selectSolutions(all, policy(5), project))
        .toSorted()
        .join(''),
    ).toBe('abcde')
  })

  test('rounds 80% of three solutions to two', () => {
    const all = [...makeScored('abc', 'wrong', 0.5), ...makeScored('xyz', 'correct', 0.9)]
    expect(
      listSelectedIds(selectSolutions(all, policy(3), project))
        .toSorted()
        .join(''),
    ).toBe('abx')
  })

  test('selects other solutions if there are not enough wrong answers', () => {
    const all = [...makeScored('ab', 'wrong', 0.5), ...makeScored('vwxyz', 'correct', 0.9)]
    expect(
      listSelectedIds(selectSolutions(all, policy(5), project))
        .toSorted()
        .join(''),
    ).toBe('abvwx')
  })
})

test('right-answer-weak-process selects the solution with the lowest step score first', () => {
  const policy = makeSelectionPolicy({
    slices: [{ policy: 'right-answer-weak-process', share: 1 }],
    perProblem: null,
  })
  const all = [
    makeCandidate('a', { verdict: 'correct', minimum: 0.4 }),
    makeCandidate('b', { verdict: 'correct', minimum: 0.1 }),
    makeCandidate('c', { verdict: 'wrong', minimum: 0 }),
    makeCandidate('d', { verdict: 'correct', minimum: null }),
  ]
  expect(listSelectedIds(selectSolutions(all, policy, project))).toEqual(['b', 'a'])
})

test('slices take turns by their shares, and a solution that matches two slices is selected once', () => {
  const all = Array.from({ length: 40 }, (_, i) =>
    makeCandidate(String(i).padStart(2, '0'), {
      problem: String(i),
      score: 1 - i / 100,
      disagreement: i / 100,
    }),
  )
  const policy = makeSelectionPolicy({
    slices: [
      { policy: 'convincing-wrong', share: 0.75 },
      { policy: 'uncertain', share: 0.25 },
    ],
    size: 12,
  })
  const { selected } = selectSolutions(all, policy, project)
  expect(
    selected
      .map(({ slice }) => slice === 'uncertain')
      .map(Number)
      .join(''),
  ).toBe('010001000100')
  expect(listSelectedIds({ selected, notSelected: new Map() }).slice(0, 3)).toEqual([
    '00',
    '39',
    '01',
  ])
})

describe('solutions with duplicate texts', () => {
  test('are selected once per problem', () => {
    const all = [
      makeCandidate('a', { text: 'same', score: 0.1 }),
      makeCandidate('b', { text: 'same', score: 0.9 }),
      makeCandidate('c', { text: 'same', problem: 'q' }),
    ]
    const selection = selectSolutions(all, makeSelectionPolicy({ perProblem: null }), project)
    expect(listSelectedIds(selection)).toEqual(['b', 'c'])
    expect(selection.notSelected.get('same-text')?.map(({ id }) => id)).toEqual(['a'])
  })

  test.each([
    ['the scored one', null, 0.2, 'b'],
    ['the first of equal scores', 0.2, 0.2, 'a'],
  ])('are reduced to %s', (_, first, second, served) => {
    const all = [
      makeCandidate('a', { text: 'same', score: first }),
      makeCandidate('b', { text: 'same', score: second }),
    ]
    expect(listSelectedIds(selectSolutions(all, makeSelectionPolicy(), project))).toEqual([served])
  })

  test.each(['labelled', 'in-progress', 'gold', 'excluded'] as const)(
    'are not selected if their duplicate is %s',
    (ineligibleReason) => {
      const all = [
        makeCandidate('a', { text: 'same' }),
        makeCandidate('b', { text: 'same', ineligibleReason }),
      ]
      expect(listSelectedIds(selectSolutions(all, makeSelectionPolicy(), project))).toEqual([])
    },
  )
})

test('randomly sampled solutions get at least two annotators, and the requested share of all solutions gets extra ones', () => {
  const all = Array.from({ length: 400 }, (_, i) => makeCandidate(String(i), { problem: `${i}` }))
  const policy = makeSelectionPolicy({
    exploration: 0.5,
    size: 400,
    overlap: { annotators: null, share: 0.5, extraAnnotators: 3 },
  })
  const { selected } = selectSolutions(all, policy, project)
  const explored = selected.filter(({ slice }) => slice === 'random')
  const rankedSolutions = selected.filter(({ slice }) => slice !== 'random')
  expect(new Set(explored.map(({ slots }) => slots))).toEqual(new Set([2, 3]))
  expect(new Set(rankedSolutions.map(({ slots }) => slots))).toEqual(new Set([1, 3]))
  const sharedCount = selected.filter(({ slots }) => slots === 3).length
  expect(sharedCount).toBeGreaterThan(140)
  expect(sharedCount).toBeLessThan(260)
})

test('extra overlap means one more annotator by default', () => {
  const all = Array.from({ length: 40 }, (_, i) => makeCandidate(String(i), { problem: `${i}` }))
  const policy = makeSelectionPolicy({
    exploration: 0,
    overlap: { annotators: 2, share: 0.5, extraAnnotators: null },
  })
  const { selected } = selectSolutions(all, policy, project)
  expect(new Set(selected.map(({ slots }) => slots))).toEqual(new Set([2, 3]))
})

test('every eligible solution has the same probability of being sampled at random', () => {
  const count = 20
  const all = Array.from({ length: count }, (_, i) =>
    makeCandidate(String(i).padStart(2, '0'), { problem: `${i % 4}`, score: i / count }),
  )
  const timesSelected = new Map<string, number>()
  const seeds = 4_000
  for (let seed = 0; seed < seeds; seed++) {
    const { selected } = selectSolutions(
      all,
      makeSelectionPolicy({ exploration: 0.5, size: 10, perProblem: null, seed }),
      project,
    )
    const explored = selected.filter(({ slice }) => slice === 'random')
    expect(explored).toHaveLength(5)
    for (const { candidate, selectionProbability } of explored) {
      expect(selectionProbability).toBe(0.25)
      timesSelected.set(candidate.id, (timesSelected.get(candidate.id) ?? 0) + 1)
    }
  }
  const expected = seeds / 4
  const chiSquare = all
    .map(({ id }) => ((timesSelected.get(id) ?? 0) - expected) ** 2 / expected)
    .reduce((sum, term) => sum + term, 0)
  // 19 degrees of freedom: exceeded by chance once in a million sets of seeds, and these seeds are fixed.
  expect(chiSquare).toBeLessThan(67)
})

describe('the random sample keeps its share', () => {
  // Each problem has five solutions, and one of them is wrong.
  const all = Array.from({ length: 1_000 }, (_, i) =>
    makeCandidate(String(i).padStart(4, '0'), {
      problem: String(i % 200),
      verdict: i < 200 ? 'wrong' : 'correct',
      minimum: i / 1_000,
      disagreement: i / 1_000,
    }),
  )
  const count = (changes: Parameters<typeof makeSelectionPolicy>[0]) => {
    const { selected } = selectSolutions(
      all,
      makeSelectionPolicy({ exploration: 0.1, ...changes }),
      project,
    )
    return {
      explored: selected.filter(({ slice }) => slice === 'random').length,
      selected: selected.length,
    }
  }

  test.each([10_000, 1_000, 223, null])(
    'if the slices find too few solutions (size %s)',
    (size) => {
      const { explored, selected } = count({ size })
      expect(explored).toBe(22)
      expect(selected).toBeGreaterThan(210)
      expect(selected).toBeLessThanOrEqual(222)
    },
  )

  test('if the slices can fill the round', () => {
    expect(count({ size: 100 })).toEqual({ explored: 10, selected: 100 })
  })

  test.each([1, 2, 3, 4])(
    'with %i slices that share one limit per problem, with and without a round size',
    (slices) => {
      const names = ['uncertain', 'convincing-wrong', 'right-answer-weak-process', 'paper-80-20']
      const policy = {
        slices: names.slice(0, slices).map((name) => ({ policy: name, share: 0.5 })),
      } as Parameters<typeof makeSelectionPolicy>[0]
      for (const perProblem of [1, 2, null])
        for (const size of [null, 10_000]) {
          const { explored, selected } = count({ ...policy, perProblem, size })
          expect(Math.abs(explored - selected / 10)).toBeLessThan(1)
        }
    },
  )
})

test('without a round size, an exhausted slice does not end the selection', () => {
  const all = Array.from({ length: 1_000 }, (_, i) =>
    makeCandidate(String(i).padStart(4, '0'), {
      problem: String(i),
      verdict: i === 0 ? 'correct' : 'wrong',
    }),
  )
  const slices = [
    { policy: 'convincing-wrong' as const, share: 0.8 },
    { policy: 'right-answer-weak-process' as const, share: 0.2 },
  ]
  const servedSolutions = listSelectedIds(
    selectSolutions(all, makeSelectionPolicy({ slices }), project),
  )
  expect(servedSolutions).toHaveLength(1_000)
  const sized = selectSolutions(all, makeSelectionPolicy({ slices, size: 1_000 }), project)
  expect(servedSolutions).toEqual(listSelectedIds(sized))
})

test('randomly sampled solutions are spread evenly over the round', () => {
  const all = Array.from({ length: 1_000 }, (_, i) =>
    makeCandidate(String(i).padStart(4, '0'), { problem: `${i}` }),
  )
  const { selected } = selectSolutions(
    all,
    makeSelectionPolicy({ exploration: 0.1, size: 1_000 }),
    project,
  )
  const positions = new Set<number>()
  for (let from = 0; from < 1_000; from += 10) {
    const stretch = selected.slice(from, from + 10)
    positions.add(stretch.findIndex(({ slice }) => slice === 'random'))
    expect(stretch.filter(({ slice }) => slice === 'random')).toHaveLength(1)
  }
  expect(positions.size).toBe(10)
})

test('the rank and pool size in a reason include randomly sampled solutions', () => {
  const all = Array.from({ length: 30 }, (_, i) =>
    makeCandidate(String(i).padStart(2, '0'), { score: 1 - i / 100 }),
  )
  const policy = makeSelectionPolicy({ exploration: 0.5, size: 10, perProblem: null })
  const { selected } = selectSolutions(all, policy, project)
  expect(selected).toHaveLength(10)
  for (const { slice, candidate, rank, poolSize } of selected)
    if (slice !== 'random') expect([rank, poolSize]).toEqual([Number(candidate.id) + 1, 30])
})

describe('for any candidates and policy', () => {
  const anyInput = fc.tuple(anyCandidateList, anySelectionPolicy)

  test('every candidate is either selected or listed as not selected, exactly once', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected, notSelected } = selectSolutions(candidates, policy, project)
        const all = [
          ...selected.map(({ candidate }) => candidate),
          ...[...notSelected.values()].flat(),
        ]
        expect(all.map(({ id }) => id).toSorted()).toEqual(
          candidates.map(({ id }) => id).toSorted(),
        )
      }),
    )
  })

  test('no ineligible candidate and no duplicate is selected', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, project)
        expect(selected.every(({ candidate }) => candidate.ineligibleReason === null)).toBe(true)
        const texts = selected.map(({ candidate: { problem, text } }) => `${problem}/${text}`)
        expect(new Set(texts).size).toBe(texts.length)
      }),
    )
  })

  test('the limit per problem and the round size are respected', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, project)
        const nonRandom = selected.filter(({ slice }) => slice !== 'random')
        const counts = Map.groupBy(nonRandom, ({ candidate }) => candidate.problem)
        for (const all of counts.values())
          expect(all.length).toBeLessThanOrEqual(policy.perProblem ?? Infinity)
        expect(selected.length).toBeLessThanOrEqual(policy.size ?? Infinity)
      }),
    )
  })

  test('the random sample has its share of the round, even if it takes solutions that slices would select', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, project)
        const explored = selected.filter(({ slice }) => slice === 'random').length
        const withoutSample = selectSolutions(
          candidates,
          { ...policy, exploration: 0 },
          project,
        ).selected
        // Without the sample, all, some or none of its solutions would be in other slices.
        if (policy.exploration < 1) {
          const expectedMaximum = withoutSample.length + explored
          expect(explored).toBeLessThanOrEqual(policy.exploration * expectedMaximum + 0.5)
          expect(explored).toBeGreaterThan(policy.exploration * withoutSample.length - 1)
        }
      }),
    )
  })

  test('each slice’s solutions stay in ranked order', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, project)
        const listSlice = (slice: string) => selected.filter((solution) => solution.slice === slice)
        const scores = listSlice('convincing-wrong').map(({ candidate }) => candidate.score!)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        const lowest = listSlice('right-answer-weak-process').map(
          ({ candidate }) => candidate.minimum!,
        )
        expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
        const disagreements = listSlice('uncertain').map(({ candidate }) => candidate.disagreement!)
        expect(disagreements).toEqual(disagreements.toSorted((a, b) => b - a))
      }),
    )
  })

  test('selection probabilities sum to the sample size over all eligible candidates', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, project)
        const explored = selected.filter(({ slice }) => slice === 'random')
        for (const { selectionProbability, poolSize } of explored)
          expect(selectionProbability * poolSize).toBeCloseTo(explored.length, 9)
        const nonRandom = selected.filter(({ slice }) => slice !== 'random')
        expect(nonRandom.every(({ selectionProbability }) => selectionProbability === 1)).toBe(true)
      }),
    )
  })

  test('the order of candidates does not change the selection', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const selectionOfReversed = selectSolutions(candidates.toReversed(), policy, project)
        const { selected, notSelected } = selectSolutions(candidates, policy, project)
        expect(selectionOfReversed.selected).toEqual(selected)
        expect([...selectionOfReversed.notSelected.keys()].toSorted()).toEqual(
          [...notSelected.keys()].toSorted(),
        )
      }),
    )
  })
})
