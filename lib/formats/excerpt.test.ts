import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { makeExcerptAround, excerptContextLength, excerptLength, buildLineError } from './excerpt'

const statement = 'x'.repeat(300)
const makePosition = (text: string) => ({ line: 3, offset: 9, excerpt: 'how it begins', text })
const excerptAt = (text: string, location: string) =>
  buildLineError(makePosition(text), { location, reason: 'No.' }).excerpt

describe('the excerpt of a line', () => {
  test.each([
    ['answer', '12, '],
    ['samples[1].text', '"Two.'],
    ['samples[1]["a key"][0]', 'false'],
    // For a missing key: the object that should have it.
    ['samples[1].score', '{"text'],
  ])('shows the text around the value at %s', (location, value) => {
    const line = `{"problem": "${statement}", "answer": 12, "samples": [{"text": "One."}, {"text": "Two. \\" }", "a key": [false]}]}`
    const excerpt = excerptAt(line, location)
    expect(excerpt.startsWith('…')).toBe(true)
    expect(excerpt.slice(excerptContextLength + 1)).toMatch(
      new RegExp(`^${value.replaceAll(/[{"]/g, '\\$&')}`),
    )
    expect(excerpt.length).toBeLessThanOrEqual(excerptLength)
  })

  test('shows the text around a column of a long line', () => {
    const excerpt = excerptAt(`${statement}!${statement}`, 'column 301')
    expect(excerpt).toBe(`…${'x'.repeat(40)}!${'x'.repeat(118)}`)
  })

  test.each(['line', 'file', 'byte 400', 'problem', 'missing', 'column 7', 'column', '[', 'a..b'])(
    'shows the beginning of the line for the location "%s"',
    (location) => {
      const line = `{"problem": "${statement}", "answer": 12}`
      expect(excerptAt(line, location)).toBe(line.slice(0, 160))
    },
  )

  test('is the stored beginning of an item whose text is not in memory', () => {
    const { text: _, ...row } = makePosition('')
    expect(buildLineError(row, { location: 'answer', reason: 'No.' }).excerpt).toBe('how it begins')
  })

  test('is reported with line, offset, location and reason, without other fields of the item', () => {
    const error = buildLineError(makePosition('{"answer": 1}'), {
      location: 'answer',
      reason: 'No.',
    })
    expect(error).toEqual({
      line: 3,
      offset: 9,
      location: 'answer',
      reason: 'No.',
      excerpt: '{"answer": 1}',
    })
  })

  test('never splits a surrogate pair, and replaces control characters, line breaks and lone surrogates', () => {
    const faces = '😀'.repeat(200)
    for (const position of [0, 1, 150, 151])
      expect(makeExcerptAround(`${faces}${faces}`, position)).not.toContain('\ufffd')
    expect(makeExcerptAround('a\u0000b\u001b\r\nc\n\ud800', 0)).toBe('a b  ⏎c⏎\ufffd')
  })

  test('is one short line, or the whole line if that is short', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 400 }),
        fc.nat(450),
        (text, position) => {
          const excerpt = makeExcerptAround(text, position)
          expect(excerpt.length).toBeLessThanOrEqual(excerptLength)
          expect(excerpt).not.toMatch(/(?!\t)\p{Cc}|[\u2028\u2029]/u)
          if (text.length <= excerptLength) expect(excerpt).toHaveLength(text.length)
        },
      ),
    )
  })
})
