import { describe, expect, it } from 'vitest'
import { emptyAnnotationContent, findNote } from './content'
import {
  allAnsweredTarget,
  makeSelectAction,
  makeNoteAction,
  makeOptionTarget,
  createStateAfterActions,
  makeRateAction,
  makeStepTarget,
  undoAction,
} from './testing/work-actions'
import { applyWorkAction } from './work-state'

describe('notes on the labelling screen', () => {
  it('are added to the current step', () => {
    const state = createStateAfterActions(
      {},
      makeRateAction(1),
      makeNoteAction('comment', ' Well put. '),
    )
    expect(state.content.notes).toEqual([
      { step: 1, option: null, kind: 'comment', text: 'Well put.' },
    ])
    expect(state.currentTarget).toEqual(makeStepTarget(1))
  })

  it('are added to the current option, or to the step with the error while a question about the error is current', () => {
    const shape = { optionCounts: { 0: 1 }, asksProgress: true }
    const state = createStateAfterActions(
      shape,
      makeRateAction(-1),
      makeNoteAction('flag', ''),
      makeRateAction(0),
      makeNoteAction('bad_split', 'Two in one.'),
    )
    expect(state.content.notes).toEqual([
      { step: 0, option: 0, kind: 'flag', text: '' },
      { step: 0, option: null, kind: 'bad_split', text: 'Two in one.' },
    ])
  })

  it('are added to the last rated step when everything is rated', () => {
    const state = createStateAfterActions(
      { stepCount: 2 },
      makeRateAction(1),
      makeRateAction(1),
      makeNoteAction('flag', ''),
    )
    expect(state.currentTarget).toEqual(allAnsweredTarget)
    expect(state.content.notes).toMatchObject([{ step: 1, option: null }])
  })

  it('need a text, except flags', () => {
    const state = createStateAfterActions({})
    expect(applyWorkAction(state, makeNoteAction('comment', '  '))).toBe(state)
    expect(applyWorkAction(state, makeNoteAction('bad_split', ''))).toBe(state)
    expect(applyWorkAction(state, makeNoteAction('flag', '')).content.notes).toHaveLength(1)
  })

  it('are limited to one per kind at a step or option, and a new text replaces the old one', () => {
    const flagged = createStateAfterActions(
      {},
      makeNoteAction('flag', ''),
      makeNoteAction('flag', 'Is this allowed?'),
    )
    expect(flagged.content.notes).toMatchObject([{ text: 'Is this allowed?' }])
    expect(applyWorkAction(flagged, makeNoteAction('flag', 'Is this allowed?'))).toBe(flagged)
    const stateWithTwoNotes = applyWorkAction(flagged, makeNoteAction('comment', 'Odd.'))
    expect(stateWithTwoNotes.content.notes).toHaveLength(2)
    expect(
      findNote(stateWithTwoNotes.content, { step: 0, option: null, kind: 'comment' })?.text,
    ).toBe('Odd.')
  })

  it('can be removed, also by saving an empty text', () => {
    const state = createStateAfterActions(
      {},
      makeNoteAction('flag', ''),
      makeNoteAction('comment', 'Odd.'),
    )
    const [unflagged, empty] = [makeNoteAction('flag', null), makeNoteAction('comment', '')].map(
      (action) => applyWorkAction(state, action),
    )
    expect(unflagged!.content.notes).toMatchObject([{ kind: 'comment' }])
    expect(empty!.content.notes).toMatchObject([{ kind: 'flag' }])
    expect(applyWorkAction(unflagged!, makeNoteAction('flag', null))).toBe(unflagged)
    expect(unflagged!.events.at(-1)).toMatchObject({ kind: 'note', detail: 'flag removed' })
  })

  it('can be undone one by one', () => {
    const state = createStateAfterActions(
      {},
      makeNoteAction('flag', ''),
      makeRateAction(1),
      makeNoteAction('flag', 'And here.'),
      undoAction,
    )
    expect(state.content.notes).toMatchObject([{ step: 0 }])
    expect(state.currentTarget).toEqual(makeStepTarget(1))
    expect([undoAction, undoAction].reduce(applyWorkAction, state).content).toEqual(
      emptyAnnotationContent,
    )
  })

  it('are added to the current option, the chosen one or the step in the step-choice flow', () => {
    const shape = {
      flow: 'step_choice',
      stepCount: 1,
      optionCounts: { 0: 2 },
      endings: {},
    } as const
    const currentTarget = createStateAfterActions(
      shape,
      makeRateAction(0),
      makeNoteAction('flag', ''),
    )
    expect(currentTarget.content.notes).toMatchObject([{ step: 0, option: 1 }])
    const withChoice = createStateAfterActions(
      shape,
      makeRateAction(0),
      makeRateAction(1),
      makeNoteAction('comment', 'Nice.'),
    )
    expect(withChoice.currentTarget).toEqual(allAnsweredTarget)
    expect(withChoice.content.notes).toMatchObject([{ step: 0, option: 1 }])
    const own = createStateAfterActions(
      shape,
      makeRateAction(0),
      makeRateAction(0),
      makeNoteAction('comment', 'None will do.'),
    )
    expect(own.content.notes).toMatchObject([{ step: 0, option: null }])
  })

  it('stay on their step or option when another one is selected', () => {
    const shape = { optionCounts: { 1: 1 } }
    const state = createStateAfterActions(
      shape,
      makeRateAction(1),
      makeRateAction(-1),
      makeNoteAction('flag', ''),
      makeSelectAction(makeStepTarget(0)),
      makeNoteAction('flag', 'x'),
    )
    expect(state.content.notes).toMatchObject([
      { step: 1, option: 0 },
      { step: 0, option: null },
    ])
    expect(applyWorkAction(state, makeSelectAction(makeOptionTarget(1, 0))).content.notes).toEqual(
      state.content.notes,
    )
  })
})
