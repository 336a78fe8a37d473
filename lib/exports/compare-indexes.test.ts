import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIndexes, compareOptions, type IndexLine } from './compare-indexes'

const line = (annotation: string, more: Partial<IndexLine> = {}): IndexLine => ({
  ...{ annotation, solution: 's', problem: 'p', split: 'train', labeler: 'ada', sha256: 'x' },
  ...more,
})

async function* stream(lines: readonly IndexLine[]) {
  yield* lines
}

const compare = (from: readonly IndexLine[], to: readonly IndexLine[], listed = 100) =>
  compareIndexes(stream(from), stream(to), listed)

test('reports added, removed, changed and moved annotations', async () => {
  const from = [line('a'), line('b'), line('c'), line('d'), line('e')]
  const to = [
    line('b'),
    line('c', { sha256: 'y' }),
    line('d', { split: 'test' }),
    line('e', { sha256: 'y', split: 'test' }),
    line('f'),
  ]
  expect(await compare(from, to)).toEqual({
    unchanged: 1,
    counts: { added: 1, removed: 1, changed: 2, moved: 2 },
    first: {
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

test('counts all changes, but lists only the first few', async () => {
  const { counts, first } = await compare(
    [],
    ['a', 'b', 'c'].map((id) => line(id)),
    2,
  )
  expect(counts.added).toBe(3)
  expect(first.added.map(({ annotation }) => annotation)).toEqual(['a', 'b'])
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
      .map(({ annotation, ...more }) => line(annotation, more))
      .sort((a, b) => (a.annotation < b.annotation ? -1 : 1)),
  )

test('gives the same result as a comparison by lookup for any two indexes', async () => {
  await fc.assert(
    fc.asyncProperty(index, index, async (from, to) => {
      const find = (lines: IndexLine[], { annotation }: IndexLine) =>
        lines.find((other) => other.annotation === annotation)
      const { unchanged, counts, first } = await compare(from, to)
      const withSplit = (lines: IndexLine[]) =>
        lines.map((each) => ({
          ...each,
          from: find(from, each)?.split ?? null,
          to: find(to, each)?.split ?? null,
        }))
      expect(first).toEqual({
        added: withSplit(to.filter((now) => !find(from, now))),
        removed: withSplit(from.filter((old) => !find(to, old))),
        changed: withSplit(
          to.filter((now) => (find(from, now)?.sha256 ?? now.sha256) !== now.sha256),
        ),
        moved: withSplit(to.filter((now) => (find(from, now)?.split ?? now.split) !== now.split)),
      })
      expect(counts.added).toBe(first.added.length)
      const otherwise = new Set(
        [...first.added, ...first.changed, ...first.moved].map(({ annotation }) => annotation),
      )
      expect(unchanged).toBe(to.length - otherwise.size)
    }),
  )
})

describe('options', () => {
  test('names each option that differs, and compares a list as one value', () => {
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
    expect(compareOptions(from, to)).toEqual([
      { option: 'filters.labels', from: 'all', to: 'own' },
      { option: 'formats', from: ['csv'], to: ['csv', 'stepmark'] },
      { option: 'since', from: null, to: 3 },
    ])
  })

  test('reports no difference between equal options', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (options) => {
        expect(compareOptions(options, structuredClone(options))).toEqual([])
      }),
    )
  })
})
