import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStateAfterActions, makeRateAction } from '@/lib/annotations/testing/work-actions'
import { typesetText } from '@/lib/typesetting/typeset-text'
import { FirstErrorQuestions } from './first-error-questions'
import { EditingBlockContext } from './labelling-screen-context'
import { RatingRadioGroup } from './rating-radio-group'
import { openTextEditor } from './testing/open-text-editor'

const doNothing = () => undefined

const state = createStateAfterActions(
  { asksExplanation: true, asksProgress: true, errorTags: ['sign'] },
  makeRateAction(-1),
)

const questions = (
  <FirstErrorQuestions
    work={{
      explanations: { 0: [{ source: 'The sum is off.', text: typesetText('The sum is off.') }] },
      errorTags: [{ tag: 'sign', label: 'Sign' }],
    }}
    state={state}
    step={0}
    isRaw={false}
    isFormOpen={false}
    textEditor={openTextEditor(state).makeEditor()}
    actions={{
      select: doNothing,
      explain: doNothing,
      progress: doNothing,
      tag: doNothing,
      undo: doNothing,
    }}
  />
)
const ratings = (
  <RatingRadioGroup
    name="1"
    label="step 1 of 3"
    state="waiting"
    rating={null}
    onRate={doNothing}
    onSelect={doNothing}
  />
)

const listButtons = (isBlocked: boolean) =>
  renderToStaticMarkup(
    <EditingBlockContext value={isBlocked}>
      {ratings}
      {questions}
    </EditingBlockContext>,
  )
    .split(/(?=<button)/)
    .slice(1)
    .map((button) => button.slice(0, button.indexOf('</button>')))

/** The buttons that look and act as enabled, without those that only move to a question. */
const listEnabledButtons = (isBlocked: boolean) =>
  listButtons(isBlocked)
    .filter((button) => /role="(radio|checkbox)"|Write your own/.test(button))
    .filter((button) => !/^<button[^>]*aria-disabled="true"/.test(button))

test('ratings, choices and the text field are disabled while nothing can be changed', () => {
  // Three ratings, an explanation, an own one, three levels of progress and an error type.
  expect(listEnabledButtons(false)).toHaveLength(9)
  expect(listEnabledButtons(true)).toEqual([])
})

test('the name of a question that can be selected stays focusable while it is blocked', () => {
  const listFocusableNames = (isBlocked: boolean) =>
    listButtons(isBlocked)
      .filter((button) => /(Progress before step.1|Error types)$/.test(button))
      .filter((button) => !button.includes('disabled=""'))
      .map((button) => button.includes('aria-disabled="true"'))
  expect(listFocusableNames(false)).toEqual([false, false])
  expect(listFocusableNames(true)).toEqual([true, true])
})
