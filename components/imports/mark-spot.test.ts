import { describe, expect, it } from 'vitest'
import { placeReason } from '@/lib/formats/excerpt'
import { isBeyondExcerpt, markSpot } from './mark-spot'

describe('markSpot', () => {
  it('marks the character at a column', () => {
    expect(markSpot('{"id": tru}', 'column 8')).toEqual({
      before: '{"id": ',
      spot: 't',
      after: 'ru}',
      ends: false,
    })
  })

  it('keeps a pair of surrogates together', () => {
    expect(markSpot('{𝑥}', 'column 2').spot).toBe('𝑥')
  })

  it('brings a spot far right into view', () => {
    const { before, spot } = markSpot(`${'a'.repeat(100)}!`, 'column 101')
    expect(before).toBe(`…${'a'.repeat(40)}`)
    expect(spot).toBe('!')
  })

  it('says where a whole line ends', () => {
    expect(markSpot('{"id": "al', 'column 11')).toEqual({
      before: '{"id": "al',
      spot: '',
      after: '',
      ends: true,
    })
  })

  it('does not say that a long line ends where its excerpt does', () => {
    const start = 'a'.repeat(160)
    for (const column of [161, 1_877]) {
      expect(isBeyondExcerpt(start, `column ${column}`)).toBe(true)
      expect(markSpot(start, `column ${column}`)).toEqual({
        before: start,
        spot: '',
        after: '…',
        ends: false,
      })
    }
  })

  it('shows where a long line ends once the line is there', () => {
    expect(markSpot('a'.repeat(1_876), 'column 1877')).toEqual({
      before: `…${'a'.repeat(40)}`,
      spot: '',
      after: '',
      ends: true,
    })
  })

  it.each([
    ['{"id": "w47", "problem": "", "answer": "12"}', 'problem', '""'],
    ['{"problem": 12, "answer": null}', 'problem', '12'],
    [String.raw`{"problem": "say \"x\"", "answer": 1}`, 'problem', String.raw`"say \"x\""`],
    ['{"problem": "cut o', 'problem', '"cut o'],
  ])('marks the value of a key in %s', (start, place, spot) => {
    expect(markSpot(start, place).spot).toBe(spot)
  })

  it.each(['samples[2].text', 'line', 'byte 12', 'answer', '__proto__'])(
    'marks nothing at %s',
    (place) => {
      const start = '{"samples": [{"text": "x"}]}'
      expect(markSpot(start, place)).toEqual({ before: start, spot: '', after: '', ends: false })
    },
  )

  describe('in what the server shows of a long line', () => {
    const startOf = (text: string, place: string) =>
      placeReason({ line: 1, offset: 0, start: '', text }, { place, reason: 'No.' }).start
    const statement = 'x'.repeat(200)

    it.each([
      [`{"problem": "${statement}", "answer": 12, "more": "${statement}"}`, 'answer', '12'],
      [
        `{"problem": "${statement}", "samples": [{"text": "a"}, {"text": ""}]}`,
        'samples[1].text',
        '""',
      ],
      [`{"problem": "${statement}", "answer": tru, "more": "${statement}"}`, 'column 227', 't'],
    ])('marks what is far right: %s', (text, place, spot) => {
      const start = startOf(text, place)
      expect(isBeyondExcerpt(start, place)).toBe(false)
      const found = markSpot(start, place)
      expect(found).toMatchObject({ spot, ends: false })
      expect(text).toContain(`${found.before.slice(1)}${found.spot}`)
      expect(found.after.endsWith('…')).toBe(start.length === 160)
    })

    it('says that the line ends', () => {
      const start = startOf(`{"problem": "${statement}`, 'column 214')
      expect(markSpot(start, 'column 214')).toMatchObject({ spot: '', after: '', ends: true })
    })

    it('is not taken in by a line that begins with …', () => {
      expect(markSpot('… a table, of words', 'text')).toMatchObject({ spot: '', after: '' })
      expect(markSpot('…x', 'column 1').spot).toBe('…')
    })
  })
})
