import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSolutionRecord } from '@/lib/formats/line-records'
import { hashSolutionRecord, encodeNegativeZero, toSortedJson } from './record-hashes'

// Stored rows have these hashes, so they must never change.

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const metadata = fc.dictionary(
  fc.oneof(fc.string(), fc.nat({ max: 20 }).map(String), fc.constant('__proto__')),
  fc.jsonValue(),
)
const option = fc.record({
  step: fc.nat(),
  option: fc.nat(),
  text: fc.string({ unit: 'grapheme' }),
  source: fc.option(fc.string()),
})
const solutionRecord = fc.record(
  {
    externalId: fc.option(fc.string()),
    options: fc.array(option, { maxLength: 3 }),
    explanations: fc.array(fc.record({ text: fc.string(), step: fc.nat() }), { maxLength: 2 }),
    answer: fc.option(fc.string()),
    isCorrect: fc.option(fc.boolean()),
    score: fc.option(
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(-0)),
    ),
    stepScores: fc.option(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }))),
    generator: fc.option(fc.string()),
    metadata,
  },
  { requiredKeys: [] },
)

test('hashes a record as JSON with sorted keys', () => {
  fc.assert(
    fc.property(solutionRecord, (fields) => {
      const record = makeSolutionRecord(fields)
      const { externalId, flow, options, explanations, answer, isCorrect, stepScores } = record
      const { generator, score } = record
      const keys = { externalId, flow, options, explanations, answer, isCorrect, stepScores }
      const text = JSON.stringify(
        ['content', encodeNegativeZero(score), { ...keys, generator, metadata: record.metadata }],
        sortKeys,
      )
      expect(hashSolutionRecord(record, 'content')).toBe(
        createHash('sha256').update(text).digest('hex'),
      )
    }),
  )
})

test('writes JSON with the keys sorted at every depth', () => {
  fc.assert(
    fc.property(fc.jsonValue(), metadata, (value, object) => {
      const nestedValue = [value, { b: [object, [{ y: 1, x: value }]], a: null }]
      expect(toSortedJson(nestedValue)).toBe(JSON.stringify(nestedValue, sortKeys))
    }),
  )
})
