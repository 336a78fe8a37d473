import { expect, it } from 'vitest'
import { bindStepRepairKeys } from './use-step-repair-shortcuts'

const doNothing = () => undefined

function listKeys(isRepairOpen: boolean, isCurrentStepOnPage: boolean): string[] {
  const editor = {
    currentStep: 99,
    change: isRepairOpen ? ({ kind: 'merge', step: 99, through: 100 } as const) : null,
    selectStep: doNothing,
    startSplit: doNothing,
    startMerge: doNothing,
    repair: () => Promise.resolve(),
    close: doNothing,
  }
  return Object.keys(bindStepRepairKeys(editor, doNothing, isCurrentStepOnPage)).sort()
}

it('keys split, merge and dismiss reports only while the current step is on the page', () => {
  expect(listKeys(false, true)).toEqual(['c', 'j', 'k', 'm', 'x'])
  expect(listKeys(false, false)).toEqual(['j', 'k'])
})

it('an open repair can be closed but not sent while its step is not on the page', () => {
  expect(listKeys(true, true)).toEqual(['Enter', 'Escape', 'c', 'm'])
  expect(listKeys(true, false)).toEqual(['Escape'])
})
