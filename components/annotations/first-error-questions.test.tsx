import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  makeExplainAction,
  makeProgressAction,
  undoAction,
} from '@/lib/annotations/testing/work-actions'
import type { WorkAction } from '@/lib/annotations/work-state'
import { FirstErrorQuestionsExample } from './testing/first-error-questions-example'

type ExampleProps = ComponentProps<typeof FirstErrorQuestionsExample>

const render = (props: ExampleProps) =>
  renderToStaticMarkup(<FirstErrorQuestionsExample {...props} />)
const renderAfter = (...actions: WorkAction[]) =>
  render({ shape: { asksExplanation: true }, actions })

const notice = /<p role="status"[^>]*>An option replaced your text\. <button[^>]*>Undo<\/button>/
const [writeAction, chooseAction] = [makeExplainAction('My own words.'), makeExplainAction(1)]

test('an option that replaces the annotator’s own explanation shows a notice with Undo', () => {
  expect(renderAfter(writeAction, chooseAction)).toMatch(notice)
  for (const actions of [
    [],
    [writeAction],
    [chooseAction],
    [writeAction, chooseAction, undoAction],
    [chooseAction, writeAction],
  ])
    expect(renderAfter(...actions)).not.toMatch(/replaced your text|Undo/)
})

test('undo shows the annotator’s own explanation again after an option replaced it', () => {
  expect(renderAfter(writeAction, chooseAction)).not.toContain('My own words.')
  expect(renderAfter(writeAction, chooseAction, undoAction)).toContain('My own words.')
})

/** Labels of the lists that show digits on their key caps. */
const listLabelsWithDigits = (html: string) =>
  html
    .split(/role="(?:radio)?group" aria-label="/)
    .slice(1)
    .filter((list) => /<kbd[^>]*>\d</.test(list))
    .map((list) => list.slice(0, list.indexOf('"')))

test('only the current question shows digit keys, and none while a form takes them', () => {
  const shape = { asksExplanation: true, asksProgress: true, errorTags: ['sign', 'logic'] }
  const progress = makeProgressAction('some')
  const listLabels = (props: Omit<ExampleProps, 'shape'>) =>
    listLabelsWithDigits(render({ shape, ...props }))
  expect(listLabels({})).toEqual(['The mistake in step 1'])
  expect(listLabels({ actions: [chooseAction] })).toEqual(['Progress before step 1'])
  expect(listLabels({ actions: [chooseAction, progress] })).toEqual(['Error types in step 1'])
  expect(listLabels({ isFormOpen: true })).toEqual([])
})
