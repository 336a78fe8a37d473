import { describe, expect, it } from 'vitest'
import { applyActions, explainAction, progressAction, rateAction } from './testing/work-actions'
import {
  formatReceipt,
  nameOption,
  formatPosition,
  formatSubmitHint,
  formatSubmitLabel,
} from './work-labels'

describe('texts of the labelling screen', () => {
  it('name options (such as 6c), the position (Step 2 of 9) and the outcome of a submission', () => {
    expect([nameOption(5, 2), nameOption(0, 26)]).toEqual(['6c', '1aa'])
    expect(formatPosition(applyActions({ stepCount: 1_000 }, rateAction(1)))).toBe(
      'Step 2 of 1,000',
    )
    expect(formatPosition(applyActions({ stepCount: 1 }, rateAction(1)))).toBe('Step 1 of 1')
    const error = applyActions({}, rateAction(1), rateAction(-1))
    expect(formatReceipt(error, 'found_error')).toBe('Submitted, first error at step 2')
    expect(formatReceipt(error, 'solution')).toBe('Submitted, no error found')
    expect(formatReceipt(error, 'give_up')).toBe('Given up')
    expect(formatReceipt(error, 'bad_problem')).toBe('Reported as a bad problem')
    expect(formatReceipt(applyActions({ flow: 'step_choice' }), 'solution')).toBe(
      'Submitted, solution complete',
    )
  })

  it('the tooltip of Submit says what is missing, and there is none if nothing is', () => {
    const [unrated, choice] = [
      applyActions({}),
      applyActions({ flow: 'step_choice' }, rateAction(1)),
    ]
    expect([formatSubmitLabel(unrated), formatSubmitHint(unrated)]).toEqual([
      'Submit',
      'Rate every step or mark the first error',
    ])
    expect([formatSubmitLabel(choice), formatSubmitHint(choice)]).toEqual([
      'Submit',
      'Choose every step up to the final answer',
    ])
    const complete = applyActions({ stepCount: 1 }, rateAction(0))
    expect([formatSubmitLabel(complete), formatSubmitHint(complete)]).toEqual(['Submit', undefined])
  })

  it('Submit names a few unrated options at the error, and counts many', () => {
    const shape = { optionCounts: { 1: 2 } }
    expect(formatSubmitLabel(applyActions(shape, rateAction(1), rateAction(-1)))).toBe(
      'Submit (missing: 2a, 2b)',
    )
    expect(
      formatSubmitLabel(applyActions(shape, rateAction(1), rateAction(-1), rateAction(1))),
    ).toBe('Submit (missing: 2b)')
    expect(
      formatSubmitLabel(
        applyActions(shape, rateAction(1), rateAction(-1), rateAction(1), rateAction(-1)),
      ),
    ).toBe('Submit')
    expect(formatSubmitLabel(applyActions({ optionCounts: { 0: 9 } }, rateAction(-1)))).toBe(
      'Submit (missing: 9 options at 1)',
    )
  })

  it('Submit names the unanswered questions at the error, except tags, which are optional', () => {
    const shape = { asksExplanation: true, asksProgress: true, errorTags: ['sum'] }
    expect(
      formatSubmitLabel(applyActions({ ...shape, optionCounts: { 0: 1 } }, rateAction(-1))),
    ).toBe('Submit (missing: 1a, explanation, progress)')
    expect(formatSubmitLabel(applyActions(shape, rateAction(-1), explainAction(0)))).toBe(
      'Submit (missing: progress)',
    )
    expect(
      formatSubmitLabel(
        applyActions(shape, rateAction(-1), explainAction(0), progressAction('none')),
      ),
    ).toBe('Submit')
  })
})
