import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareReleaseOptions,
  compareReleaseIndexes,
  type ReleaseIndexLine,
} from './compare-release-indexes'

const makeLine = (
  annotation: string,
  overrides: Partial<ReleaseIndexLine> = {},
): ReleaseIndexLine => ({
  annotation,
  solution: 's',
  problem: 'p',
  split: 'train',
  labeler: 'ada',
  sha256: 'x',
  ...overrides,
})

async function* stream(lines: readonly ReleaseIndexLine[]) {
  yield* lines
}

const compareLines = (
  from: readonly ReleaseIndexLine[],
  to: readonly ReleaseIndexLine[],
  maxListed = 100,
) => compareReleaseIndexes(stream(from), stream(to), maxListed)

test('reports annotations that were added, removed, changed or moved between two releases', async () => {
  const from = [makeLine('a'), makeLine('b'), makeLine('c'), makeLine('d'), makeLine('e')]
  const to = [
    makeLine('b'),
    makeLine('c', { sha256: 'y' }),
    makeLine('d', { split: 'test' }),
    makeLine('e', { sha256: 'y', split: 'test' }),
    makeLine('f'),
  ]
  expect(await compareLines(from, to)).toEqual({
    unchanged: 1,
    counts: { added: 1, removed: 1, changed: 2, moved: 2 },
    listedChanges: {
      added: [{ ...to[4], from: null, to: 'train' }],
      removed: [{ ...from[0], from: 'train', to: null }],
      changed: [
        { ...to[1], from: 'train', to: 'train' },
        { ...to[3], from: 'train', to: 'test' },
      ],
      moved: [
        { ...to[2], from: 'train', to: 'test' },
        { ...to[3], from: 'train', to: 'test' },
      ],
    },
  })
})

test('counts all changes between two release indexes, but lists only the first few', async () => {
  const { counts, listedChanges } = await compareLines(
    [],
    ['a', 'b', 'c'].map((id) => makeLine(id)),
    2,
  )
  expect(counts.added).toBe(3)
  expect(listedChanges.added.map(({ annotation }) => annotation)).toEqual(['a', 'b'])
})

const index = fc
  .uniqueArray(
    fc.record({
      annotation: fc.string({
        minLength: 1,
        maxLength: 2,
        unit: fc.constantFrom('0', '1', 'a', 'f'),
      }),
      split: fc.constantFrom('train' as const, 'test' as const),
      sha256: fc.constantFrom('x', 'y'),
    }),
    { selector: ({ annotation }) => annotation },
  )
  .map((rows) =>
    rows
      .map(({ annotation, ...overrides }) => makeLine(annotation, overrides))
      .sort((a, b) => (a.annotation < b.annotation ? -1 : 1)),
  )

test('compares any two release indexes with the same result as a comparison by lookup', async () => {
  await fc.assert(
    fc.asyncProperty(index, index, async (from, to) => {
      const find = (lines: ReleaseIndexLine[], { annotation }: ReleaseIndexLine) =>
        lines.find((candidate) => candidate.annotation === annotation)
      const { unchanged, counts, listedChanges } = await compareLines(from, to)
      const toChanges = (lines: ReleaseIndexLine[]) =>
        lines.map((each) => ({
          ...each,
          from: find(from, each)?.split ?? null,
          to: find(to, each)?.split ?? null,
        }))
      expect(listedChanges).toEqual({
        added: toChanges(to.filter((newLine) => !find(from, newLine))),
        removed: toChanges(from.filter((oldLine) => !find(to, oldLine))),
        changed: toChanges(
          to.filter(
            (newLine) => (find(from, newLine)?.sha256 ?? newLine.sha256) !== newLine.sha256,
          ),
        ),
        moved: toChanges(
          to.filter((newLine) => (find(from, newLine)?.split ?? newLine.split) !== newLine.split),
        ),
      })
      expect(counts.added).toBe(listedChanges.added.length)
      const differingIds = new Set(
        [...listedChanges.added, ...listedChanges.changed, ...listedChanges.moved].map(
          ({ annotation }) => annotation,
        ),
      )
      expect(unchanged).toBe(to.length - differingIds.size)
    }),
  )
})

describe('comparing release options', () => {
  test('reports each option that differs, and compares a list as one value', () => {
    const from = {
      formats: ['csv'],
      filters: { labels: 'all', includeGold: false },
      split: { seed: '' },
    }
    const to = {
      formats: ['csv', 'stepmark'],
      filters: { labels: 'own', includeGold: false },
      since: 3,
      split: { seed: '' },
    }
    expect(compareReleaseOptions(from, to)).toEqual([
      { option: 'filters.labels', from: 'all', to: 'own' },
      { option: 'formats', from: ['csv'], to: ['csv', 'stepmark'] },
      { option: 'since', from: null, to: 3 },
    ])
  })

  test('reports no difference between equal options', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (options) => {
        expect(compareReleaseOptions(options, structuredClone(options))).toEqual([])
      }),
    )
  })
})
