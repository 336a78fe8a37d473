import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerptAround, excerptLead, excerptLength, placeReason } from './excerpt'

const statement = 'x'.repeat(300)
const origin = (text: string) => ({ line: 3, offset: 9, start: 'how it begins', text })
const startAt = (text: string, place: string) =>
  placeReason(origin(text), { place, reason: 'No.' }).start

describe('what a report shows of a line', () => {
  test.each([
    ['answer', '12, '],
    ['samples[1].text', '"Two.'],
    ['samples[1]["a key"][0]', 'false'],
    // Missing: where it should be.
    ['samples[1].score', '{"text'],
  ])('stands around %s', (place, value) => {
    const line = `{"problem": "${statement}", "answer": 12, "samples": [{"text": "One."}, {"text": "Two. \\" }", "a key": [false]}]}`
    const start = startAt(line, place)
    expect(start.startsWith('…')).toBe(true)
    expect(start.slice(excerptLead + 1)).toMatch(
      new RegExp(`^${value.replaceAll(/[{"]/g, '\\$&')}`),
    )
    expect(start.length).toBeLessThanOrEqual(excerptLength)
  })

  test('stands around a column', () => {
    const start = startAt(`${statement}!${statement}`, 'column 301')
    expect(start).toBe(`…${'x'.repeat(40)}!${'x'.repeat(118)}`)
  })

  test.each(['line', 'file', 'byte 400', 'problem', 'missing', 'column 7', 'column', '[', 'a..b'])(
    'is the beginning for %s',
    (place) => {
      const line = `{"problem": "${statement}", "answer": 12}`
      expect(startAt(line, place)).toBe(line.slice(0, 160))
    },
  )

  test('is how the item begins where its text is not at hand', () => {
    const { text: _, ...row } = origin('')
    expect(placeReason(row, { place: 'answer', reason: 'No.' }).start).toBe('how it begins')
  })

  test('is all that a report takes of an origin', () => {
    const found = placeReason(origin('{"answer": 1}'), { place: 'answer', reason: 'No.' })
    expect(found).toEqual({
      ...{ line: 3, offset: 9, place: 'answer', reason: 'No.', start: '{"answer": 1}' },
    })
  })

  test('has U+FFFD only for what is no text', () => {
    const faces = '😀'.repeat(200)
    for (const at of [0, 1, 150, 151])
      expect(excerptAround(`${faces}${faces}`, at)).not.toContain('\ufffd')
    expect(excerptAround('a\u0000b\u001b\r\nc\n\ud800', 0)).toBe('a b  ⏎c⏎\ufffd')
  })

  test('is on one line, short, and of the whole line where that is short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat(450), (text, at) => {
        const start = excerptAround(text, at)
        expect(start.length).toBeLessThanOrEqual(excerptLength)
        expect(start).not.toMatch(/(?!\t)\p{Cc}|[\u2028\u2029]/u)
        if (text.length <= excerptLength) expect(start).toHaveLength(text.length)
      }),
    )
  })
})
