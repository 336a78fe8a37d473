import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStateAfterActions, makeRateAction } from '@/lib/annotations/testing/work-actions'
import { AnswerButtons } from './answer-buttons'

const doNothing = () => undefined

const render = (isDisabled: boolean) =>
  renderToStaticMarkup(
    <AnswerButtons
      work={{ explanations: {} }}
      state={createStateAfterActions({ errorTags: ['sign', 'logic'] }, makeRateAction(-1))}
      actions={{ rateCurrent: doNothing, answer: doNothing, move: doNothing }}
      isDisabled={isDisabled}
      onWrite={doNothing}
    />,
  )

test('at the error types, there is no element before the divider of the footer while a form is open', () => {
  expect(render(false)).toContain('error types (optional)')
  expect(render(true)).toBe('')
})
