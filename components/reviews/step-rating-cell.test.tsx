import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { typesetText } from '@/lib/typesetting/typeset-text'
import type { AnnotationContent } from './review'
import { StepRatingCell } from './step-rating-cell'

const annotation: AnnotationContent = {
  finishReason: 'found_error',
  finishNote: null,
  ratings: [1, -1],
  error: 1,
  flagged: [],
  stepTimesMs: [],
  activeMs: 0,
  notes: [],
  options: [
    { step: 1, option: 1, rating: 1, text: typesetText('Multiply by *two*.') },
    { step: 1, option: 2, rating: 0, text: typesetText('Add <b>two</b>.') },
    { step: 1, option: 3, rating: -1, text: typesetText('Divide.') },
    { step: 1, option: 4, rating: null, text: typesetText('Not rated.') },
  ],
  explanation: null,
  progress: null,
  tags: [],
}

const renderStep = (step: number, changes: Partial<AnnotationContent> = {}) =>
  renderToStaticMarkup(
    <StepRatingCell step={step} annotation={{ ...annotation, ...changes }} name="Ada" column={0} />,
  )

test('a reviewer sees name, rating and text of each option that was rated at the first error', () => {
  const [, listHtml] = /<ul aria-label="Other options"[^>]*>(.*)<\/ul>/.exec(renderStep(1)) ?? []
  const items = listHtml!.split('<li').slice(1)
  const optionSummaries = items.map((item) => [
    />(2[a-z])</.exec(item)?.[1],
    /aria-label="([^"]*)"/.exec(item)?.[1],
  ])
  expect(optionSummaries).toEqual([
    ['2a', 'positive'],
    ['2b', 'neutral'],
    ['2c', 'negative'],
  ])
  expect(items[0]).toContain('Multiply by <em>two</em>.')
  expect(items[1]).toContain('Add &lt;b&gt;two&lt;/b&gt;.')
})

test('a step before the first error has no options', () => {
  expect(renderStep(0)).not.toContain('Other options')
})

test('comments, reported splits and explanations have a label', () => {
  const html = renderStep(1, {
    notes: (['comment', 'bad_split'] as const).map((kind) => {
      return { kind, step: 1, option: 0, text: typesetText(`My ${kind}.`) }
    }),
    explanation: { source: '', text: typesetText('The sum is off.') },
  })
  const plainText = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(plainText).toContain(
    'Comment My comment. Bad split My bad_split. Explanation The sum is off.',
  )
})
