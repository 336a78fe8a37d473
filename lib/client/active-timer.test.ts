import { expect, it } from 'vitest'
import { ActiveTimer } from './active-timer'

it('counts active time for up to a minute after the last input', () => {
  const time = new ActiveTimer(1_000)
  expect(time.read(500)).toBe(1_000)
  time.recordInput(0)
  expect(time.read(30_000)).toBe(31_000)
  expect(time.isRunning(30_000)).toBe(true)
  expect(time.read(600_000)).toBe(61_000)
  expect(time.isRunning(600_000)).toBe(false)
  time.recordInput(600_000)
  expect(time.read(610_000)).toBe(71_000)
})

it('stops counting active time while the page is hidden', () => {
  const time = new ActiveTimer()
  time.recordInput(0)
  time.stop(10_000)
  expect(time.read(40_000)).toBe(10_000)
})
