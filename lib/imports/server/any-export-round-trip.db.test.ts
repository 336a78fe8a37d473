import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProject } from '@/prisma/seed/factories'
import {
  countRowsByKind,
  exportInStepmarkFormat,
  makeProjectFromPlan,
  anyProjectPlan,
} from './testing/project-plans'

useTestDatabase()

const numRuns = isFullTestRun ? 100 : 8

const noRecords = { problems: 0, solutions: 0, annotations: 0, invalidLines: 0 }

/** Cases that must have been generated for the property to mean anything. */
const requiredPatterns = {
  own: '"origin": "own"',
  imported: '"origin": "imported"',
  repaired: /"step_ids": \[\d/,
  noted: '"notes": [{',
  noteOnOption: /"notes": \[[^\]]*"option": 1/,
  human: '"human_options": [{',
  optionRated: '"option_ratings": [{',
  candidate: '"explanation_option": 0',
  ownExplanation: '"explanation": "It is wrong."',
  tagged: /"tags": \["/,
  supersededRatings: /"superseded_ratings": \[[^\]]/,
  finishNote: '"finish_note": "Too long."',
  irregular: '"irregular": "',
  minusZero: '"score": -0.0',
}

test('any export round-trips through another project, and adds nothing to its own project', async () => {
  let allText = ''
  await fc.assert(
    fc.asyncProperty(fc.noShrink(anyProjectPlan), async (original) => {
      const project = await makeProjectFromPlan(original)
      const text = await exportInStepmarkFormat(project)
      if (text === '') return
      const count = text.split('\n').length - 1
      allText += text

      const before = await countRowsByKind(project)
      expect(await importLines(project, text)).toMatchObject({ ...noRecords, duplicates: count })
      expect(await countRowsByKind(project)).toEqual(before)
      expect(await exportInStepmarkFormat(project)).toBe(text)

      const otherProject = await makeProject()
      expect(await importLines(otherProject, text)).toMatchObject({
        annotations: count,
        invalidLines: 0,
        formats: 'stepmark',
        queued: 0,
      })
      expect(await exportInStepmarkFormat(otherProject)).toBe(text)
      const after = await countRowsByKind(otherProject)
      expect(await importLines(otherProject, text)).toMatchObject({
        ...noRecords,
        duplicates: count,
      })
      expect(await countRowsByKind(otherProject)).toEqual(after)
      expect(await exportInStepmarkFormat(otherProject)).toBe(text)
    }),
    { numRuns },
  )
  const missing = Object.entries(requiredPatterns).filter(([, pattern]) =>
    typeof pattern === 'string' ? !allText.includes(pattern) : !pattern.test(allText),
  )
  expect(missing).toEqual([])
}, 1_800_000)
