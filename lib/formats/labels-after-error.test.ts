import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neutralPolicies, outputFormatNames } from './format-names'
import { hasLabelsAfterError } from './output-formats'
import type { StoredRecord } from './record'
import { anyPrm800kLine } from './testing/any-prm800k-line'
import { readStoredRecords, writeStoredRecords } from './testing/convert-lines'

const change = (record: StoredRecord, annotation: Partial<StoredRecord['annotation']>) => ({
  ...record,
  annotation: { ...record.annotation, ...annotation },
})

const listFormats = (record: StoredRecord) =>
  outputFormatNames.filter((format) => hasLabelsAfterError(format, record, { neutral: 'positive' }))

const makeShepherdRecord = (marks: string) => {
  const steps = [...marks].map((_, i) => `Step ${i + 1}: Text. ки`).join('\n')
  const input = `What is 1 + 1? ${steps}`
  const remainingMarks = [...marks]
  const label = input.replaceAll('ки', () => remainingMarks.shift()!)
  return readStoredRecords('math-shepherd', [JSON.stringify({ input, label, task: 'GSM8K' })])[0]!
}

test('reports Math-Shepherd labels after the first error only for formats that write them', () => {
  expect(listFormats(makeShepherdRecord('+--+'))).toEqual([
    'stepmark',
    'trl-stepwise',
    'math-shepherd',
  ])
  for (const marks of ['+++', '++-', '-'])
    expect(listFormats(makeShepherdRecord(marks))).toEqual([])
})

test('reports no superseded ratings of annotations made in Stepmark as labels after the error', () => {
  expect(listFormats(change(makeShepherdRecord('+-+'), { origin: 'own' }))).toEqual([])
})

test('reports irregular ratings after an error for formats that write all ratings', () => {
  const broken = change(makeShepherdRecord('+++'), { ratings: [1, -1, 1] })
  expect(listFormats(broken)).toEqual(['prm800k', 'stepmark', 'csv'])
})

test('reports no PRM800K labels after the first error for formats with only correct and wrong', () => {
  fc.assert(
    fc.property(anyPrm800kLine, (line) => {
      for (const record of readStoredRecords('prm800k', [line]))
        for (const format of ['trl-stepwise', 'math-shepherd'] as const)
          expect(hasLabelsAfterError(format, record, { neutral: 'positive' })).toBe(false)
    }),
  )
})

/**
 * Ratings of all steps, with neutral ones and gaps, as stored: those after the first error
 * separately.
 */
const anyLabelledRecord = fc
  .array(fc.constantFrom(-1, 0, 1, null), { minLength: 1, maxLength: 8 })
  .map((ratings) => {
    const record = makeShepherdRecord('+'.repeat(ratings.length))
    const end = ratings.indexOf(-1) + 1 || ratings.length
    return change(record, { ratings: ratings.slice(0, end), supersededRatings: ratings.slice(end) })
  })

test('reports labels after the error only if they change the written lines, for any annotation', () => {
  const formats = new Set<string>()
  fc.assert(
    fc.property(anyLabelledRecord, fc.constantFrom(...neutralPolicies), (record, neutral) => {
      const withoutSuperseded = change(record, { supersededRatings: [] })
      for (const format of outputFormatNames.filter((name) => name !== 'stepmark')) {
        const differs =
          JSON.stringify(writeStoredRecords(format, [record], neutral)) !==
          JSON.stringify(writeStoredRecords(format, [withoutSuperseded], neutral))
        expect(hasLabelsAfterError(format, record, { neutral })).toBe(differs)
        if (differs) formats.add(format)
      }
    }),
  )
  expect([...formats].sort()).toEqual(['math-shepherd', 'trl-stepwise'])
})
