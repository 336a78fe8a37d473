import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { RatableShape } from '@/lib/annotations/content'
import {
  createStateAfterActions,
  makeExplainAction,
  makeProgressAction,
  makeRateAction,
  undoAction,
} from '@/lib/annotations/testing/work-actions'
import type { WorkAction } from '@/lib/annotations/work-state'
import { typesetText } from '@/lib/typesetting/typeset-text'
import { FirstErrorQuestions } from './first-error-questions'
import { openTextEditor } from './testing/open-text-editor'

const candidates = ['The sum is off.', 'It repeats itself.']
const doNothing = () => undefined

/** The questions after the first step was rated negative. */
function renderAfter(...actions: WorkAction[]): string {
  return render({ asksExplanation: true }, actions)
}

function render(
  shape: Partial<RatableShape>,
  actions: readonly WorkAction[],
  isFormOpen = false,
): string {
  const state = createStateAfterActions(shape, makeRateAction(-1), ...actions)
  return renderToStaticMarkup(
    <FirstErrorQuestions
      work={{
        explanations: { 0: candidates.map((source) => ({ source, text: typesetText(source) })) },
        errorTags: (shape.errorTags ?? []).map((tag) => ({ tag, label: tag })),
      }}
      state={state}
      step={0}
      isRaw={false}
      isFormOpen={isFormOpen}
      textEditor={openTextEditor(state).makeEditor()}
      actions={{
        select: doNothing,
        explain: doNothing,
        progress: doNothing,
        tag: doNothing,
        undo: doNothing,
      }}
    />,
  )
}

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
  expect(listLabelsWithDigits(render(shape, []))).toEqual(['The mistake in step 1'])
  expect(listLabelsWithDigits(render(shape, [chooseAction]))).toEqual(['Progress before step 1'])
  expect(listLabelsWithDigits(render(shape, [chooseAction, progress]))).toEqual([
    'Error types in step 1',
  ])
  expect(listLabelsWithDigits(render(shape, [], true))).toEqual([])
})
