import { expect, test } from 'vitest'
import { noteKinds } from '@/lib/formats/record'
import {
  earlyEndActions,
  getNoteFormHint,
  listNoteFormReasons,
  composeNoteFormText,
  parseNoteFormText,
} from './note-forms'

test('in practice, every form says that reviewers don’t see it', () => {
  for (const form of [...earlyEndActions, ...noteKinds])
    expect(getNoteFormHint(form, { isPractice: true, isAboutOption: false })).toBe(
      'This is practice: reviewers don’t see it.',
    )
  expect(getNoteFormHint('skip', { isPractice: false, isAboutOption: false })).toBe(
    'Someone else gets this solution.',
  )
})

test('the hint of a note about an option is about the option, not the step', () => {
  const getHints = (isAboutOption: boolean) =>
    noteKinds.map((form) => getNoteFormHint(form, { isPractice: false, isAboutOption }))
  for (const hint of getHints(false)) expect(hint).toContain('the step')
  for (const hint of getHints(true)) {
    expect(hint).toContain('the option')
    expect(hint).not.toContain('step')
  }
})

test('the bad-split form offers to merge with the previous or next step only if that step exists', () => {
  const twoSteps = 'Should be two steps'
  const withPrevious = 'Belongs with the previous step'
  const withNext = 'Belongs with the next step'
  const otherReason = 'Other reason'
  expect(listNoteFormReasons('bad_split', 0, 3)).toEqual([twoSteps, withNext, otherReason])
  expect(listNoteFormReasons('bad_split', 1, 3)).toEqual([
    twoSteps,
    withPrevious,
    withNext,
    otherReason,
  ])
  expect(listNoteFormReasons('bad_split', 2, 3)).toEqual([twoSteps, withPrevious, otherReason])
  expect(listNoteFormReasons('bad_split', 0, 1)).toEqual([twoSteps, otherReason])
})

test('the bad-split form requires a text only with "Other reason" or without a selected reason', () => {
  const reasons = listNoteFormReasons('bad_split', 0, 3)
  expect(composeNoteFormText('bad_split', { chosenReason: 1, text: '' }, reasons)).toEqual({
    text: 'Belongs with the next step.',
  })
  expect(composeNoteFormText('bad_split', { chosenReason: 1, text: ' Both. ' }, reasons)).toEqual({
    text: 'Belongs with the next step. Both.',
  })
  expect(composeNoteFormText('bad_split', { chosenReason: 2, text: ' ' }, reasons)).toEqual({
    missing: 'Write the reason.',
  })
  expect(composeNoteFormText('bad_split', { chosenReason: null, text: ' ' }, reasons)).toEqual({
    missing: 'Choose a reason, or write one in Details.',
  })
  expect(
    composeNoteFormText('bad_split', { chosenReason: null, text: ' Two ideas. ' }, reasons),
  ).toEqual({
    text: 'Two ideas.',
  })
})

test.each(earlyEndActions)(
  'the %s form requires a reason or a text, and the last reason requires a text',
  (form) => {
    const reasons = listNoteFormReasons(form, 0, 3)
    const read = (chosenReason: number | null, text: string) =>
      composeNoteFormText(form, { chosenReason, text }, reasons)
    expect(read(null, ' ')).toEqual({ missing: 'Choose a reason, or write one in Details.' })
    expect(read(null, ' My own. ')).toEqual({ text: 'My own.' })
    expect(read(0, ' My own. ')).toEqual({ text: `${reasons[0]}. My own.` })
    expect(read(reasons.length - 1, ' ')).toEqual({ missing: 'Write the reason.' })
  },
)

test.each([...earlyEndActions, ...noteKinds])(
  'a saved text of the %s form shows the same reason and details when it is opened again',
  (form) => {
    const reasons = listNoteFormReasons(form, 1, 3)
    for (let chosenReason = 0; chosenReason < reasons.length; chosenReason += 1)
      for (const text of ['', 'A. b.', 'Other reason. c']) {
        const draft = { chosenReason, text }
        const result = composeNoteFormText(form, draft, reasons)
        if ('text' in result) expect(parseNoteFormText(result.text, reasons)).toEqual(draft)
      }
    const lastReason = reasons.length > 0 ? reasons.length - 1 : null
    const withoutReason = composeNoteFormText(form, { chosenReason: null, text: 'Mine.' }, reasons)
    expect(withoutReason).toEqual({ text: 'Mine.' })
    expect(parseNoteFormText('Mine.', reasons)).toEqual({ chosenReason: lastReason, text: 'Mine.' })
  },
)
