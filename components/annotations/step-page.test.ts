import { expect, it } from 'vitest'
import { isStepOnPage, isTargetOnPage, readStepIndex, stepPageHref } from './step-page'

it('the URL that opens the page with a step has that step’s number, counted from 1', () => {
  expect(stepPageHref('/a', 0)).toBe('/a?step=1')
  expect(stepPageHref('/a?kind=negative', 99)).toBe('/a?kind=negative&step=100')
})

it.each([
  ['1', 0],
  ['250', 249],
  ['0', undefined],
  ['x', undefined],
  ['1.5', undefined],
  [undefined, undefined],
  [['2', '3'], undefined],
])('the step parameter %j is read as step %j', (step, expected) => {
  expect(readStepIndex(step)).toBe(expected)
})

it('isStepOnPage tells whether a step is on the loaded page of steps', () => {
  const page = { pageStart: 100, steps: [1, 2], stepCount: 300 }
  expect([99, 100, 101, 102].map((step) => isStepOnPage(page, step))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

it('a target is on the page if its step is, and the end of the work is on every page', () => {
  const page = { pageStart: 100, steps: [1, 2], stepCount: 300 }
  expect(isTargetOnPage(page, { kind: 'step', step: 99 })).toBe(false)
  expect(isTargetOnPage(page, { kind: 'step', step: 100 })).toBe(true)
  expect(isTargetOnPage(page, { kind: 'option', step: 99, option: 0 })).toBe(false)
  expect(isTargetOnPage(page, { kind: 'explanation', step: 101 })).toBe(true)
  expect(isTargetOnPage(page, { kind: 'done' })).toBe(true)
})
