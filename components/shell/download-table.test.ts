import { expect, test } from 'vitest'
import { formatTable } from './download-table'

test('writes names that spreadsheets would read as formulas as text, and leaves missing values empty', () => {
  const rows = [
    ['Annotator', 'Same first error'],
    ['=Amara', 0.75],
    ['Björn', null],
  ]
  expect(formatTable(rows)).toBe('"Annotator","Same first error"\n"\'=Amara",0.75\n"Björn",""\n')
})
