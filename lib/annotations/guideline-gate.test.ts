import { expect, test } from 'vitest'
import { needsGuideline } from './guideline-gate'

const member = { guidelineVersion: 3, guidelineRead: 2, hasText: true, role: 'annotator' } as const

test('requires members to read the latest version of the guideline before they label', () => {
  expect(needsGuideline(member)).toBe(true)
  expect(needsGuideline({ ...member, guidelineRead: 0 })).toBe(true)
  expect(needsGuideline({ ...member, guidelineRead: 3 })).toBe(false)
  expect(needsGuideline({ ...member, hasText: false })).toBe(false)
  expect(needsGuideline({ ...member, role: null })).toBe(false)
})
