import { describe, expect, test } from 'vitest'
import { readSharedDataFile } from '@/lib/formats/testing/shared-data'
import { computePublishedValue, type PublishedValue } from './testing/published-values'

/** Krippendorff 2011, section C: four observers, twelve units. */
const reliabilityData = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
]
const categories = [1, 2, 3, 4, 5]
/** Gwet 2014, table of 100 subjects by two abstractors. */
const abstractors = [
  [13, 0, 0],
  [0, 20, 4],
  [0, 7, 56],
]
const alpha = { ratersByUnits: reliabilityData, categories, decimals: 3 }
const gwet = { ratersByUnits: reliabilityData, categories, decimals: 3 }
const cohen = { table: abstractors, decimals: 3 }

const inline: PublishedValue[] = [
  { name: 'alpha nominal', level: 'nominal', expected: 0.743, ...alpha },
  { name: 'alpha ordinal', level: 'ordinal', expected: 0.815, ...alpha },
  { name: 'alpha interval', level: 'interval', expected: 0.849, ...alpha },
  { name: 'alpha ratio', level: 'ratio', expected: 0.797, ...alpha },
  { name: 'gwet AC1', weights: 'identity', expected: 0.775, ...gwet },
  { name: 'gwet AC2', weights: 'ordinal', expected: 0.899, ...gwet },
  { name: 'fleiss', weights: 'identity', expected: 0.761, ...gwet },
  { name: 'fleiss', weights: 'quadratic', expected: 0.865, ...gwet },
  { name: 'cohen', weights: 'identity', expected: 0.796, ...cohen },
  { name: 'cohen', weights: 'ordinal', expected: 0.872, ...cohen },
]

test.each(inline)('$name with $weights weights equals the published value $expected', (value) => {
  expect(computePublishedValue(value)).toBeCloseTo(value.expected, value.decimals)
})

describe('coefficients of all published examples', () => {
  test('equal the published values to the last printed digit', (context) => {
    const text = new TextDecoder().decode(readSharedDataFile(context, 'agreement/vectors.json'))
    const values = JSON.parse(text) as (PublishedValue & { computed: number })[]
    expect(values).toHaveLength(33)
    for (const value of values) {
      const computed = computePublishedValue(value)
      expect(computed?.toFixed(value.decimals), value.name).toBe(
        value.expected.toFixed(value.decimals),
      )
      expect(computed, value.name).toBeCloseTo(value.computed, 7)
    }
  })
})
