import { expect, it } from 'vitest'
import { writeBadLines } from './download-bad-lines'

const long = `{"problem": "${'x'.repeat(40_000)}`
const file = new Blob([`{"problem": "good"}\n${long}\n{"problem": ""}`])

it('gives each line once, whole, with all that is wrong with it', async () => {
  const report = await writeBadLines(file, [
    {
      line: 2,
      offset: 20,
      place: 'column 40014',
      reason: 'The line ends inside a string.',
      start: '',
    },
    { line: 3, offset: 21 + long.length, place: 'problem', reason: 'is empty', start: '' },
    { line: 3, offset: 21 + long.length, place: 'samples', reason: 'This is missing.', start: '' },
  ])
  expect(
    report
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    {
      line: 2,
      offset: 20,
      problems: [{ place: 'column 40014', reason: 'The line ends inside a string.' }],
      text: long,
    },
    {
      line: 3,
      offset: 21 + long.length,
      problems: [
        { place: 'problem', reason: 'is empty' },
        { place: 'samples', reason: 'This is missing.' },
      ],
      text: '{"problem": ""}',
    },
  ])
})
