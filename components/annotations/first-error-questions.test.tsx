import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  applyActions,
  makeExplainAction,
  makeRateAction,
  makeUndoAction,
} from '@/lib/annotations/testing/work-actions'
import type { WorkAction } from '@/lib/annotations/work-state'
import { typesetText } from '@/lib/typesetting/typeset-text'
import { FirstErrorQuestions } from './first-error-questions'

const candidates = ['The sum is off.', 'It repeats itself.']
const doNothing = () => undefined

/** The questions after the first step was rated negative. */
function renderAfter(...actions: WorkAction[]): string {
  const shape = { asksExplanation: true }
  return renderToStaticMarkup(
    <FirstErrorQuestions
      work={{
        explanations: { 0: candidates.map((source) => ({ source, text: typesetText(source) })) },
        errorTags: [],
      }}
      storageName="lease"
      state={applyActions(shape, makeRateAction(-1), ...actions)}
      step={0}
      isRaw={false}
      isWriting={false}
      onWrite={doNothing}
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
const [write, choose] = [makeExplainAction('My own words.'), makeExplainAction(1)]

test('an option that replaces the annotator’s own explanation shows a notice with Undo', () => {
  expect(renderAfter(write, choose)).toMatch(notice)
  for (const actions of [[], [write], [choose], [write, choose, makeUndoAction], [choose, write]])
    expect(renderAfter(...actions)).not.toMatch(/replaced your text|Undo/)
})

test('undoing that shows the annotator’s own explanation again', () => {
  expect(renderAfter(write, choose)).not.toContain('My own words.')
  expect(renderAfter(write, choose, makeUndoAction)).toContain('My own words.')
})
