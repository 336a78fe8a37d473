import { expect, test } from 'vitest'
import { chooseDelaySeconds } from './retries'

test('tries go on for a day and a little, and then end', () => {
  let seconds = 0
  let tries = 1
  for (let pause = chooseDelaySeconds(tries, null); pause !== null; tries += 1) {
    seconds += pause
    pause = chooseDelaySeconds(tries + 1, null)
  }
  expect(tries).toBe(9)
  expect(seconds / 3_600).toBeGreaterThan(24)
  expect(seconds / 3_600).toBeLessThan(26)
})

test('a receiver may ask for more time, up to a day, and not for less', () => {
  expect(chooseDelaySeconds(1, 600)).toBe(600)
  expect(chooseDelaySeconds(4, 1)).toBe(1_800)
  expect(chooseDelaySeconds(1, 1e9)).toBe(86_400)
  expect(chooseDelaySeconds(9, 600)).toBeNull()
})
