import { expect, test } from 'vitest'
import { generateRecordLines } from './generate-record-lines'

test('the lines of an export are generated one by one, as they are read', () => {
  let writtenLines = 0
  const output = {
    *write(record: string) {
      for (;;) yield `${record} ${(writtenLines += 1)}`
    },
  }
  const lines = generateRecordLines(output, ['a', 'b'], { neutral: null })
  expect([lines.next().value, lines.next().value]).toEqual(['a 1', 'a 2'])
  expect(writtenLines).toBe(2)
})
