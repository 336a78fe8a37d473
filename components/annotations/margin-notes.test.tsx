import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { noteKinds } from '@/lib/formats/record'
import { MarginNotes } from './margin-notes'

const renderLabels = (isUnadded?: true) =>
  noteKinds.map((kind) => {
    const note = { step: 0, option: null, kind, text: '', ...(isUnadded && { isUnadded }) }
    const html = renderToStaticMarkup(
      <MarginNotes notes={[note]} isFirstError={false} isFolded={false} />,
    )
    return html
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .replace(/ +/g, ' ')
  })

test('a flag that is not added yet is not labelled as flagged', () => {
  expect(renderLabels()).toEqual(['Flagged as unsure', 'Comment', 'Bad split'])
  expect(renderLabels(true)).toEqual([
    'Unsure Not added',
    'Comment Not added',
    'Bad split Not added',
  ])
})
