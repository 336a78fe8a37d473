import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectSolutions } from './select-solutions'
import {
  anyCandidates,
  anyPolicy,
  listServed,
  makeCandidate,
  makePolicy,
} from './testing/candidates'

const people = { people: 1 }

describe('convincing wrong answers (PRM800K, Lightman et al. 2023, section 2.4)', () => {
  const candidates = [
    makeCandidate('a', { problem: 'p', score: 0.9 }),
    makeCandidate('b', { problem: 'p', score: 0.8 }),
    makeCandidate('c', { problem: 'p', score: 0.99, verdict: 'correct' }),
    makeCandidate('d', { problem: 'q', score: 0.7 }),
    makeCandidate('e', { problem: 'q', score: 0.6 }),
    makeCandidate('f', { problem: 'q', score: 0.95, verdict: 'unsure' }),
  ]

  test('the top K of each problem, strictly by score', () => {
    const one = selectSolutions(candidates, makePolicy({ perProblem: 1 }), people)
    expect(listServed(one)).toEqual(['a', 'd'])
    const two = selectSolutions(candidates, makePolicy({ perProblem: 2 }), people)
    expect(listServed(two)).toEqual(['a', 'b', 'd', 'e'])
  })

  test('the top K of all', () => {
    const policy = makePolicy({ perProblem: null, size: 3 })
    expect(listServed(selectSolutions(candidates, policy, people))).toEqual(['a', 'b', 'd'])
  })

  test('of equal scores fewer steps, then the id', () => {
    const tied = [
      makeCandidate('b', { problem: '1', steps: 4 }),
      makeCandidate('c', { problem: '2', steps: 3 }),
      makeCandidate('a', { problem: '3', steps: 4 }),
    ]
    expect(listServed(selectSolutions(tied, makePolicy(), people))).toEqual(['c', 'a', 'b'])
  })

  test('says where a solution stands in its problem', () => {
    const { selected } = selectSolutions(candidates, makePolicy({ perProblem: 2 }), people)
    expect(selected.map(({ rank, of }) => [rank, of])).toEqual([
      [1, 2],
      [2, 2],
      [1, 2],
      [2, 2],
    ])
  })

  test('says why the rest is left out', () => {
    const { leftOut } = selectSolutions(candidates, makePolicy({ perProblem: 1 }), people)
    const reasons = [...leftOut].map(([reason, all]) => [reason, all.map(({ id }) => id)])
    expect(Object.fromEntries(reasons)).toEqual({
      'per-problem-cap': ['b', 'e'],
      'not-asked-for': ['c'],
      'unsettled-answer': ['f'],
    })
  })
})

describe('80 to 20, as in the small-scale experiment (section 4.2)', () => {
  const policy = (perProblem: number) =>
    makePolicy({ slices: [{ policy: 'paper-80-20', share: 1 }], perProblem })
  const scored = (ids: string, verdict: 'wrong' | 'correct', from: number) =>
    ids.split('').map((id, i) => makeCandidate(id, { verdict, score: from - i / 100 }))

  test('four of five are the most convincing wrong ones, the fifth the most convincing of the rest', () => {
    const all = [...scored('abcdef', 'wrong', 0.5), ...scored('xyz', 'correct', 0.9)]
    expect(
      listServed(selectSolutions(all, policy(5), people))
        .toSorted()
        .join(''),
    ).toBe('abcdx')
  })

  test('the rest may be wrong too', () => {
    const all = [...scored('abcdef', 'wrong', 0.9), ...scored('xyz', 'correct', 0.1)]
    expect(
      listServed(selectSolutions(all, policy(5), people))
        .toSorted()
        .join(''),
    ).toBe('abcde')
  })

  test('80 % of three are two', () => {
    const all = [...scored('abc', 'wrong', 0.5), ...scored('xyz', 'correct', 0.9)]
    expect(
      listServed(selectSolutions(all, policy(3), people))
        .toSorted()
        .join(''),
    ).toBe('abx')
  })

  test('too few wrong ones are made up for by the rest', () => {
    const all = [...scored('ab', 'wrong', 0.5), ...scored('vwxyz', 'correct', 0.9)]
    expect(
      listServed(selectSolutions(all, policy(5), people))
        .toSorted()
        .join(''),
    ).toBe('abvwx')
  })
})

test('a right answer with a weak process: the lowest step first', () => {
  const policy = makePolicy({
    slices: [{ policy: 'right-answer-weak-process', share: 1 }],
    perProblem: null,
  })
  const all = [
    makeCandidate('a', { verdict: 'correct', minimum: 0.4 }),
    makeCandidate('b', { verdict: 'correct', minimum: 0.1 }),
    makeCandidate('c', { verdict: 'wrong', minimum: 0 }),
    makeCandidate('d', { verdict: 'correct', minimum: null }),
  ]
  expect(listServed(selectSolutions(all, policy, people))).toEqual(['b', 'a'])
})

test('slices take turns by their shares, and what two of them want is served once', () => {
  const all = Array.from({ length: 40 }, (_, i) =>
    makeCandidate(String(i).padStart(2, '0'), {
      problem: String(i),
      score: 1 - i / 100,
      disagreement: i / 100,
    }),
  )
  const policy = makePolicy({
    slices: [
      { policy: 'convincing-wrong', share: 0.75 },
      { policy: 'uncertain', share: 0.25 },
    ],
    size: 12,
  })
  const { selected } = selectSolutions(all, policy, people)
  expect(
    selected
      .map(({ slice }) => slice === 'uncertain')
      .map(Number)
      .join(''),
  ).toBe('010001000100')
  expect(listServed({ selected, leftOut: new Map() }).slice(0, 3)).toEqual(['00', '39', '01'])
})

describe('the same text', () => {
  test('is served once of a problem, and of another problem again', () => {
    const all = [
      makeCandidate('a', { text: 'same', score: 0.1 }),
      makeCandidate('b', { text: 'same', score: 0.9 }),
      makeCandidate('c', { text: 'same', problem: 'q' }),
    ]
    const selection = selectSolutions(all, makePolicy({ perProblem: null }), people)
    expect(listServed(selection)).toEqual(['b', 'c'])
    expect(selection.leftOut.get('same-text')?.map(({ id }) => id)).toEqual(['a'])
  })

  test.each([
    ['the one with a score', null, 0.2, 'b'],
    ['of the same score the first', 0.2, 0.2, 'a'],
  ])('is that of %s', (_, first, second, served) => {
    const all = [
      makeCandidate('a', { text: 'same', score: first }),
      makeCandidate('b', { text: 'same', score: second }),
    ]
    expect(listServed(selectSolutions(all, makePolicy(), people))).toEqual([served])
  })

  test.each(['labelled', 'begun', 'gold', 'taken-out'] as const)(
    'is not served where a twin is %s',
    (barredBy) => {
      const all = [
        makeCandidate('a', { text: 'same' }),
        makeCandidate('b', { text: 'same', barredBy }),
      ]
      expect(listServed(selectSolutions(all, makePolicy(), people))).toEqual([])
    },
  )
})

test('exploration goes to two people at least, a share of the rest to more', () => {
  const all = Array.from({ length: 400 }, (_, i) => makeCandidate(String(i), { problem: `${i}` }))
  const policy = makePolicy({
    exploration: 0.5,
    size: 400,
    overlap: { people: null, share: 0.5, sharedPeople: 3 },
  })
  const { selected } = selectSolutions(all, policy, people)
  const explored = selected.filter(({ slice }) => slice === 'random')
  const rest = selected.filter(({ slice }) => slice !== 'random')
  expect(new Set(explored.map(({ wanted }) => wanted))).toEqual(new Set([2, 3]))
  expect(new Set(rest.map(({ wanted }) => wanted))).toEqual(new Set([1, 3]))
  const shared = selected.filter(({ wanted }) => wanted === 3).length
  expect(shared).toBeGreaterThan(140)
  expect(shared).toBeLessThan(260)
})

test('exploration is drawn from all alike: no solution is likelier than another', () => {
  const count = 20
  const all = Array.from({ length: count }, (_, i) =>
    makeCandidate(String(i).padStart(2, '0'), { problem: `${i % 4}`, score: i / count }),
  )
  const drawn = new Map<string, number>()
  const seeds = 4_000
  for (let seed = 0; seed < seeds; seed++) {
    const { selected } = selectSolutions(
      all,
      makePolicy({ exploration: 0.5, size: 10, perProblem: null, seed }),
      people,
    )
    const explored = selected.filter(({ slice }) => slice === 'random')
    expect(explored).toHaveLength(5)
    for (const { candidate, selectionProbability } of explored) {
      expect(selectionProbability).toBe(0.25)
      drawn.set(candidate.id, (drawn.get(candidate.id) ?? 0) + 1)
    }
  }
  const expected = seeds / 4
  const chiSquare = all
    .map(({ id }) => ((drawn.get(id) ?? 0) - expected) ** 2 / expected)
    .reduce((sum, term) => sum + term, 0)
  // 19 degrees of freedom: passed by chance once in a million seeds, and these seeds are fixed.
  expect(chiSquare).toBeLessThan(67)
})

describe('exploration is its share of what is selected, also where the slices find little', () => {
  // Of each problem five solutions, one of which is wrong.
  const all = Array.from({ length: 1_000 }, (_, i) =>
    makeCandidate(String(i).padStart(4, '0'), {
      problem: String(i % 200),
      verdict: i < 200 ? 'wrong' : 'correct',
      minimum: i / 1_000,
      disagreement: i / 1_000,
    }),
  )
  const count = (given: Parameters<typeof makePolicy>[0]) => {
    const { selected } = selectSolutions(all, makePolicy({ exploration: 0.1, ...given }), people)
    return {
      explored: selected.filter(({ slice }) => slice === 'random').length,
      selected: selected.length,
    }
  }

  test.each([10_000, 1_000, 223, null])('of a size of %s', (size) => {
    const { explored, selected } = count({ size })
    expect(explored).toBe(22)
    expect(selected).toBeGreaterThan(210)
    expect(selected).toBeLessThanOrEqual(222)
  })

  test('of a size that the slices fill, of that', () => {
    expect(count({ size: 100 })).toEqual({ explored: 10, selected: 100 })
  })

  test.each([1, 2, 3, 4])('where %i slices share a cap, with a size and without', (slices) => {
    const names = ['uncertain', 'convincing-wrong', 'right-answer-weak-process', 'paper-80-20']
    const policy = {
      slices: names.slice(0, slices).map((name) => ({ policy: name, share: 0.5 })),
    } as Parameters<typeof makePolicy>[0]
    for (const perProblem of [1, 2, null])
      for (const size of [null, 10_000]) {
        const { explored, selected } = count({ ...policy, perProblem, size })
        expect(Math.abs(explored - selected / 10)).toBeLessThan(1)
      }
  })
})

test('without a size slices run on as with one, and the smallest does not end the round', () => {
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
  const served = listServed(selectSolutions(all, makePolicy({ slices }), people))
  expect(served).toHaveLength(1_000)
  const sized = selectSolutions(all, makePolicy({ slices, size: 1_000 }), people)
  expect(served).toEqual(listServed(sized))
})

test('exploration is spread over the round', () => {
  const all = Array.from({ length: 1_000 }, (_, i) =>
    makeCandidate(String(i).padStart(4, '0'), { problem: `${i}` }),
  )
  const { selected } = selectSolutions(all, makePolicy({ exploration: 0.1, size: 1_000 }), people)
  const places = new Set<number>()
  for (let from = 0; from < 1_000; from += 10) {
    const stretch = selected.slice(from, from + 10)
    places.add(stretch.findIndex(({ slice }) => slice === 'random'))
    expect(stretch.filter(({ slice }) => slice === 'random')).toHaveLength(1)
  }
  expect(places.size).toBe(10)
})

test('what was drawn at random counts in the ranks of its problem, and in the size of the round', () => {
  const all = Array.from({ length: 30 }, (_, i) =>
    makeCandidate(String(i).padStart(2, '0'), { score: 1 - i / 100 }),
  )
  const policy = makePolicy({ exploration: 0.5, size: 10, perProblem: null })
  const { selected } = selectSolutions(all, policy, people)
  expect(selected).toHaveLength(10)
  for (const { slice, candidate, rank, of } of selected)
    if (slice !== 'random') expect([rank, of]).toEqual([Number(candidate.id) + 1, 30])
})

describe('of any candidates and any policy', () => {
  const anyInput = fc.tuple(anyCandidates, anyPolicy)

  test('every candidate is selected or left out, once', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected, leftOut } = selectSolutions(candidates, policy, people)
        const all = [...selected.map(({ candidate }) => candidate), ...[...leftOut.values()].flat()]
        expect(all.map(({ id }) => id).toSorted()).toEqual(
          candidates.map(({ id }) => id).toSorted(),
        )
      }),
    )
  })

  test('nothing barred is selected, and no text of a problem twice', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, people)
        expect(selected.every(({ candidate }) => candidate.barredBy === null)).toBe(true)
        const texts = selected.map(({ candidate: { problem, text } }) => `${problem}/${text}`)
        expect(new Set(texts).size).toBe(texts.length)
      }),
    )
  })

  test('no slice goes over the cap of a problem, and nothing over the size', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, people)
        const chosen = selected.filter(({ slice }) => slice !== 'random')
        const counts = Map.groupBy(chosen, ({ candidate }) => candidate.problem)
        for (const all of counts.values())
          expect(all.length).toBeLessThanOrEqual(policy.perProblem ?? Infinity)
        expect(selected.length).toBeLessThanOrEqual(policy.size ?? Infinity)
      }),
    )
  })

  test('exploration is its share, as near as what it takes from the slices lets be known', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, people)
        const explored = selected.filter(({ slice }) => slice === 'random').length
        const found = selectSolutions(candidates, { ...policy, exploration: 0 }, people).selected
        // Between all of the drawn being lost to the slices, and none.
        if (policy.exploration < 1) {
          const most = found.length + explored
          expect(explored).toBeLessThanOrEqual(policy.exploration * most + 0.5)
          expect(explored).toBeGreaterThan(policy.exploration * found.length - 1)
        }
      }),
    )
  })

  test('each slice is in its own order', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, people)
        const of = (slice: string) => selected.filter((one) => one.slice === slice)
        const scores = of('convincing-wrong').map(({ candidate }) => candidate.score!)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        const lowest = of('right-answer-weak-process').map(({ candidate }) => candidate.minimum!)
        expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
        const parted = of('uncertain').map(({ candidate }) => candidate.disagreement!)
        expect(parted).toEqual(parted.toSorted((a, b) => b - a))
      }),
    )
  })

  test('probabilities are those of the draw: over all that could be drawn they add up to what was', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const { selected } = selectSolutions(candidates, policy, people)
        const explored = selected.filter(({ slice }) => slice === 'random')
        for (const { selectionProbability, of } of explored)
          expect(selectionProbability * of).toBeCloseTo(explored.length, 9)
        const chosen = selected.filter(({ slice }) => slice !== 'random')
        expect(chosen.every(({ selectionProbability }) => selectionProbability === 1)).toBe(true)
      }),
    )
  })

  test('the order in which candidates come makes no difference', () => {
    fc.assert(
      fc.property(anyInput, ([candidates, policy]) => {
        const turned = selectSolutions(candidates.toReversed(), policy, people)
        const { selected, leftOut } = selectSolutions(candidates, policy, people)
        expect(turned.selected).toEqual(selected)
        expect([...turned.leftOut.keys()].toSorted()).toEqual([...leftOut.keys()].toSorted())
      }),
    )
  })
})
