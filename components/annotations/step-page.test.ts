import { expect, it } from 'vitest'
import { hasStep, readStepNumber, writeStepPageHref } from './step-page'

it('writes the step of a page into its address, from 1', () => {
  expect(writeStepPageHref('/a', 0)).toBe('/a?step=1')
  expect(writeStepPageHref('/a?kind=negative', 99)).toBe('/a?kind=negative&step=100')
})

it.each([
  ['1', 0],
  ['250', 249],
  ['0', undefined],
  ['x', undefined],
  ['1.5', undefined],
  [undefined, undefined],
  [['2', '3'], undefined],
])('reads %j as step %j', (step, expected) => {
  expect(readStepNumber(step)).toBe(expected)
})

it('knows whether a page has a step', () => {
  const page = { pageStart: 100, steps: [1, 2], stepCount: 300 }
  expect([99, 100, 101, 102].map((step) => hasStep(page, step))).toEqual([false, true, true, false])
})
