import { expect, test } from 'vitest'
import { mustReadGuideline } from './must-read-guideline'

const member = {
  guidelineVersion: 3,
  confirmedGuidelineVersion: 2,
  hasText: true,
  role: 'annotator',
} as const

test('members must read the latest version of the guideline before they label', () => {
  expect(mustReadGuideline(member)).toBe(true)
  expect(mustReadGuideline({ ...member, confirmedGuidelineVersion: 0 })).toBe(true)
  expect(mustReadGuideline({ ...member, confirmedGuidelineVersion: 3 })).toBe(false)
  expect(mustReadGuideline({ ...member, hasText: false })).toBe(false)
  expect(mustReadGuideline({ ...member, role: null })).toBe(false)
})
