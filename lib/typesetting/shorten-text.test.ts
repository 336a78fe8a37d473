import { expect, it } from 'vitest'
import { shortenTypesetText } from './shorten-text'
import type { TypesetText } from './typeset'

const formula = { kind: 'formula', source: 'a_{50}', html: '<b/>' } as const
const text: TypesetText = [
  {
    kind: 'paragraph',
    pieces: [{ kind: 'text', text: 'Find ' }, formula, { kind: 'text', text: ' as a fraction.' }],
  },
]

it('shortening returns a short text unchanged', () => {
  expect(shortenTypesetText(text, 100)).toEqual(text)
})

it('shortening cuts a text at a word boundary and adds an ellipsis', () => {
  expect(shortenTypesetText(text, 18)).toEqual([
    {
      kind: 'paragraph',
      pieces: [
        { kind: 'text', text: 'Find ' },
        formula,
        { kind: 'text', text: ' as a' },
        { kind: 'text', text: ' …' },
      ],
    },
  ])
})

it('shortening leaves out a formula instead of cutting it', () => {
  expect(shortenTypesetText(text, 8)).toEqual([
    {
      kind: 'paragraph',
      pieces: [
        { kind: 'text', text: 'Find' },
        { kind: 'text', text: ' …' },
      ],
    },
  ])
})

it('shortening adds an ellipsis if further paragraphs are left out', () => {
  const [shortened] = shortenTypesetText([...text, ...text], 100)
  expect(shortened?.kind === 'paragraph' && shortened.pieces.at(-1)).toEqual({
    kind: 'text',
    text: ' …',
  })
})
