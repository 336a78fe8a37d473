import { expect, test } from 'vitest'
import { replaceFileNamesByHubPaths, getHubPath, makeHubChecksums } from './hub-layout'

const names = [
  'README.md',
  'SHA256SUMS',
  'csv-train.csv',
  'trl-stepwise-train.jsonl',
  'manifest.json',
]

test('puts data files of a release in data/ on the Hub, and its card, manifest and checksums at the top', () => {
  expect(names.map(getHubPath)).toEqual([
    'README.md',
    'SHA256SUMS',
    'data/csv-train.csv',
    'data/trl-stepwise-train.jsonl',
    'manifest.json',
  ])
})

test('replaces the names of data files in the dataset card by their paths on the Hub', () => {
  const card = [
    'path: trl-stepwise-train.jsonl',
    '| `csv-train.csv` | see manifest.json |',
    'my-csv-train.csv, csv-train.csv.bak, x/csv-train.csv and csv-train_csv are none of ours.',
    'The last is csv-train.csv.',
  ].join('\n')
  expect(replaceFileNamesByHubPaths(card, names).split('\n')).toEqual([
    'path: data/trl-stepwise-train.jsonl',
    '| `data/csv-train.csv` | see manifest.json |',
    'my-csv-train.csv, csv-train.csv.bak, x/csv-train.csv and csv-train_csv are none of ours.',
    'The last is data/csv-train.csv.',
  ])
  expect(replaceFileNamesByHubPaths(replaceFileNamesByHubPaths(card, names), names)).toBe(
    replaceFileNamesByHubPaths(card, names),
  )
})

test('SHA256SUMS has the paths on the Hub and the checksum of the changed dataset card', () => {
  const [a, b, c] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]
  expect(makeHubChecksums(`${a}  README.md\n${b}  csv-train.csv\n`, names, c)).toBe(
    `${c}  README.md\n${b}  data/csv-train.csv\n`,
  )
})
