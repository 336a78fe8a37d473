import { expect, test } from 'vitest'
import { formatDownloadName, splitColour } from './plot-file'

test.each([
  ['/projects/demo', 'Ratings per day', 'svg', 'demo-ratings-per-day.svg'],
  ['/projects/gsm-8k/people/ab', 'Best of N', 'png', 'gsm-8k-best-of-n.png'],
  ['/projects/demo/agreement', 'Agreement by pair', 'csv', 'demo-agreement-by-pair.csv'],
  ['/kit', ' Same first error (%) ', 'png', 'same-first-error.png'],
] as const)('names the file of a plot on %s called %j', (pathname, name, format, fileName) => {
  expect(formatDownloadName(pathname, name, format)).toBe(fileName)
})

test.each([
  ['rgb(36, 80, 178)', { colour: '#2450b2', opacity: 1 }],
  ['rgba(36, 80, 178, 0.12)', { colour: '#2450b2', opacity: 0.12 }],
  ['rgba(0, 0, 0, 0)', { colour: '#000000', opacity: 0 }],
  ['none', { colour: 'none', opacity: 1 }],
])('splits the colour %s', (colour, parts) => {
  expect(splitColour(colour)).toEqual(parts)
})
