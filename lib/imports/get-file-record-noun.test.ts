import { expect, test } from 'vitest'
import { getFileRecordNoun } from './get-file-record-noun'

test('calls the records of a table rows, those of a JSON list elements, and others lines', () => {
  const file = { columns: null, formats: 'generic', fileName: 'a.jsonl' }
  expect(getFileRecordNoun(file)).toBe('line')
  expect(getFileRecordNoun({ ...file, columns: ['problem'] })).toBe('row')
  expect(getFileRecordNoun({ ...file, formats: 'csv' })).toBe('row')
  for (const fileName of ['a.csv', 'a.csv.gz'])
    expect(getFileRecordNoun({ ...file, fileName })).toBe('row')
  for (const fileName of ['a.json', 'a.json.gz'])
    expect(getFileRecordNoun({ ...file, fileName })).toBe('element')
  expect(getFileRecordNoun({ ...file, fileName: 'a.jsonl.gz' })).toBe('line')
})
