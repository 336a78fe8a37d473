import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EditingBlockContext } from './labelling-screen-context'
import { RatingRadioGroup } from './rating-radio-group'
import { FirstErrorQuestionsExample } from './testing/first-error-questions-example'

const doNothing = () => undefined

const questions = (
  <FirstErrorQuestionsExample
    shape={{ asksExplanation: true, asksProgress: true, errorTags: ['sign'] }}
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
  // Three ratings, two explanations, an own one, three levels of progress and an error type.
  expect(listEnabledButtons(false)).toHaveLength(10)
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
