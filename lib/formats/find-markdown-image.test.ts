import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { findMarkdownImage } from './find-markdown-image'

test.each([
  ['![alt](https://example.org/a.png)', 0],
  ['See ![](x)', 4],
  ['![ ![a](b)', 3],
  ['![a] ![b](c)', 5],
  ['5![ [x] ![y](z', -1],
  ['a [link](x), 5! = 120, a!', -1],
  ['![a] (b)', -1],
  ['![a](b', -1],
  ['', -1],
])('in %j, the first image begins at %d (-1 for none)', (text, position) => {
  expect(findMarkdownImage(text)).toBe(position)
})

test('finds the same Markdown images as a simple but slow regular expression', () => {
  const text = fc.array(fc.constantFrom('!', '[', ']', '(', ')', '![', '](', 'a', '\n'), {
    maxLength: 24,
  })
  fc.assert(
    fc.property(text, (parts) => {
      const joined = parts.join('')
      // An image's text has no closing bracket, so the image starts at the last opening one.
      const slowPosition = joined.search(/!\[(?:(?!!\[)[^\]])*\]\([^)]*\)/)
      expect(findMarkdownImage(joined)).toBe(slowPosition)
    }),
    { numRuns: scaleRuns(3000) },
  )
})

test('finds Markdown images in linear time in a megabyte of image openings', () => {
  expect(findMarkdownImage('!['.repeat(500_000))).toBe(-1)
  expect(findMarkdownImage(`${'![a]'.repeat(250_000)})`)).toBe(-1)
})
