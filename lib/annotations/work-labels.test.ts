import { describe, expect, it } from 'vitest'
import {
  createStateAfterActions,
  makeExplainAction,
  makeProgressAction,
  makeRateAction,
} from './testing/work-actions'
import {
  formatEarlierReceipt,
  formatSubmitReceipt,
  formatOptionName,
  formatCurrentStepPosition,
  formatSubmitHint,
  formatSubmitLabel,
} from './work-labels'

describe('texts of the labelling screen', () => {
  it('contain the name of an option (6c), the position (Step 2 of 1,000) and the outcome of a submission', () => {
    expect([formatOptionName(5, 2), formatOptionName(0, 26)]).toEqual(['6c', '1aa'])
    expect(
      formatCurrentStepPosition(createStateAfterActions({ stepCount: 1_000 }, makeRateAction(1))),
    ).toBe('Step 2 of 1,000')
    expect(
      formatCurrentStepPosition(createStateAfterActions({ stepCount: 1 }, makeRateAction(1))),
    ).toBe('Step 1 of 1')
    const error = createStateAfterActions({}, makeRateAction(1), makeRateAction(-1))
    expect(formatSubmitReceipt(error, 'found_error')).toEqual({
      sending: 'submitting…',
      sent: 'submitted, first error at step 2',
      unsent: 'not sent yet, first error at step 2',
    })
    expect(formatSubmitReceipt(error, 'solution').sent).toBe('submitted, no error found')
    expect(formatSubmitReceipt(error, 'give_up').sent).toBe('given up')
    expect(formatSubmitReceipt(error, 'bad_problem').sent).toBe('reported as a bad problem')
    expect(
      formatSubmitReceipt(createStateAfterActions({ flow: 'step_choice' }), 'solution').sent,
    ).toBe('submitted, solution complete')
  })

  it('contain the outcome of a submission from before the page was opened', () => {
    expect(formatEarlierReceipt('found_error', 2)).toBe('submitted, first error at step 2')
    expect(formatEarlierReceipt('solution', 5)).toBe('submitted')
    expect(formatEarlierReceipt('give_up', 0)).toBe('given up')
    expect(formatEarlierReceipt('bad_problem', 0)).toBe('reported as a bad problem')
  })

  it('include a tooltip of Submit while steps are unrated or not chosen, and none if nothing is missing', () => {
    const [unrated, choice] = [
      createStateAfterActions({}),
      createStateAfterActions({ flow: 'step_choice' }, makeRateAction(1)),
    ]
    expect([formatSubmitLabel(unrated), formatSubmitHint(unrated)]).toEqual([
      'Submit',
      'Rate every step or mark the first error',
    ])
    expect([formatSubmitLabel(choice), formatSubmitHint(choice)]).toEqual([
      'Submit',
      'Choose every step up to the final answer',
    ])
    const complete = createStateAfterActions({ stepCount: 1 }, makeRateAction(0))
    expect([formatSubmitLabel(complete), formatSubmitHint(complete)]).toEqual(['Submit', undefined])
    expect(formatSubmitLabel(complete, 'Adjudicate')).toBe('Adjudicate')
  })

  it('include unrated options in the label of Submit: listed if they are few, counted if they are many', () => {
    const shape = { optionCounts: { 1: 2 } }
    expect(
      formatSubmitLabel(createStateAfterActions(shape, makeRateAction(1), makeRateAction(-1))),
    ).toBe('Submit (missing: 2a, 2b)')
    expect(
      formatSubmitLabel(
        createStateAfterActions(shape, makeRateAction(1), makeRateAction(-1), makeRateAction(1)),
      ),
    ).toBe('Submit (missing: 2b)')
    expect(
      formatSubmitLabel(
        createStateAfterActions(
          shape,
          makeRateAction(1),
          makeRateAction(-1),
          makeRateAction(1),
          makeRateAction(-1),
        ),
      ),
    ).toBe('Submit')
    expect(
      formatSubmitLabel(createStateAfterActions({ optionCounts: { 0: 9 } }, makeRateAction(-1))),
    ).toBe('Submit (missing: 9 options at 1)')
  })

  it('include unanswered questions about the error in the label of Submit, but not the optional tags', () => {
    const shape = { asksExplanation: true, asksProgress: true, errorTags: ['sum'] }
    expect(
      formatSubmitLabel(
        createStateAfterActions({ ...shape, optionCounts: { 0: 1 } }, makeRateAction(-1)),
      ),
    ).toBe('Submit (missing: 1a, explanation, progress)')
    expect(
      formatSubmitLabel(createStateAfterActions(shape, makeRateAction(-1), makeExplainAction(0))),
    ).toBe('Submit (missing: progress)')
    expect(
      formatSubmitLabel(
        createStateAfterActions(
          shape,
          makeRateAction(-1),
          makeExplainAction(0),
          makeProgressAction('none'),
        ),
      ),
    ).toBe('Submit')
  })
})
