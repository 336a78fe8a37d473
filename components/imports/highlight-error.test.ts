import { describe, expect, it } from 'vitest'
import { buildLineError } from '@/lib/formats/excerpt'
import { isBeyondExcerpt, highlightError } from './highlight-error'

describe('highlightError', () => {
  it('marks the character at a column', () => {
    expect(highlightError('{"id": tru}', 'column 8')).toEqual({
      before: '{"id": ',
      error: 't',
      after: 'ru}',
      endsAtError: false,
    })
  })

  it('does not split a surrogate pair', () => {
    expect(highlightError('{𝑥}', 'column 2').error).toBe('𝑥')
  })

  it('cuts the start of the line so that an error far right is visible', () => {
    const { before, error } = highlightError(`${'a'.repeat(100)}!`, 'column 101')
    expect(before).toBe(`…${'a'.repeat(40)}`)
    expect(error).toBe('!')
  })

  it('marks the end of the line if the error is after its last character', () => {
    expect(highlightError('{"id": "al', 'column 11')).toEqual({
      before: '{"id": "al',
      error: '',
      after: '',
      endsAtError: true,
    })
  })

  it('does not mark the end of an excerpt as if it were the end of the line', () => {
    const excerpt = 'a'.repeat(160)
    for (const column of [161, 1_877]) {
      expect(isBeyondExcerpt(excerpt, `column ${column}`)).toBe(true)
      expect(highlightError(excerpt, `column ${column}`)).toEqual({
        before: excerpt,
        error: '',
        after: '…',
        endsAtError: false,
      })
    }
  })

  it('marks the end of a long line if the line is complete', () => {
    expect(highlightError('a'.repeat(1_876), 'column 1877')).toEqual({
      before: `…${'a'.repeat(40)}`,
      error: '',
      after: '',
      endsAtError: true,
    })
  })

  it.each([
    ['{"id": "w47", "problem": "", "answer": "12"}', 'problem', '""'],
    ['{"problem": 12, "answer": null}', 'problem', '12'],
    [String.raw`{"problem": "say \"x\"", "answer": 1}`, 'problem', String.raw`"say \"x\""`],
    ['{"problem": "cut o', 'problem', '"cut o'],
  ])('marks the value of a key in %s', (excerpt, location, error) => {
    expect(highlightError(excerpt, location).error).toBe(error)
  })

  it.each(['samples[2].text', 'line', 'byte 12', 'answer', '__proto__'])(
    'marks nothing if the location of the error, %s, is not in the line',
    (location) => {
      const excerpt = '{"samples": [{"text": "x"}]}'
      expect(highlightError(excerpt, location)).toEqual({
        before: excerpt,
        error: '',
        after: '',
        endsAtError: false,
      })
    },
  )

  describe('with the server’s excerpt of a long line', () => {
    const makeExcerpt = (text: string, location: string) =>
      buildLineError({ line: 1, offset: 0, excerpt: '', text }, { location, reason: 'No.' }).excerpt
    const statement = 'x'.repeat(200)

    it.each([
      [`{"problem": "${statement}", "answer": 12, "more": "${statement}"}`, 'answer', '12'],
      [
        `{"problem": "${statement}", "samples": [{"text": "a"}, {"text": ""}]}`,
        'samples[1].text',
        '""',
      ],
      [`{"problem": "${statement}", "answer": tru, "more": "${statement}"}`, 'column 227', 't'],
    ])('marks an error far right: %s', (text, location, error) => {
      const excerpt = makeExcerpt(text, location)
      expect(isBeyondExcerpt(excerpt, location)).toBe(false)
      const highlight = highlightError(excerpt, location)
      expect(highlight).toMatchObject({ error, endsAtError: false })
      expect(text).toContain(`${highlight.before.slice(1)}${highlight.error}`)
      expect(highlight.after.endsWith('…')).toBe(excerpt.length === 160)
    })

    it('marks the end of the line', () => {
      const excerpt = makeExcerpt(`{"problem": "${statement}`, 'column 214')
      expect(highlightError(excerpt, 'column 214')).toMatchObject({
        error: '',
        after: '',
        endsAtError: true,
      })
    })

    it('does not mistake an ellipsis at the start of the line for a shortened excerpt', () => {
      expect(highlightError('… a table, of words', 'text')).toMatchObject({ error: '', after: '' })
      expect(highlightError('…x', 'column 1').error).toBe('…')
    })
  })
})
