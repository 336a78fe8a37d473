import { importLineLimits } from '@/lib/formats/import-line-limits'
import { z } from '@/lib/platform/contract'

/** Most solutions have fewer. */
export const maxStepsPerPage = 100
/** Limit for a page, unless a single step costs more. The cost is about the number of characters of HTML. */
export const maxStepPageCost = 600_000
/** A formula becomes about 1,400 characters, a word with its markup ten times its length. */
const costs = { character: 10, dollar: 700, bracket: 1_400 }

/** About what a step adds to a page. */
export function estimateStepCost(text: string): number {
  let cost = text.length * costs.character
  for (const [opening] of text.matchAll(/\$|\\[([]/g))
    cost += opening === '$' ? costs.dollar : costs.bracket
  return cost
}

/** Which page of steps to get, by one of its steps. */
export const stepOnPageField = z.coerce
  .number()
  .int()
  .min(0)
  .max(importLineLimits.steps)
  .describe('A step of the page to get, 0-based')

/** A step in a query, 0-based. */
export const stepQueryField = z.coerce
  .number()
  .int()
  .min(0)
  .max(importLineLimits.steps - 1)

export const stepPageFields = {
  pageStart: z.number().describe('Number of the first step in `steps`, 0-based'),
  stepCount: z.number(),
}

/** From `start` to before `end`. */
export interface StepPageRange {
  start: number
  end: number
}

/**
 * The page with the step, or the last page if the solution has no such step. Pages never overlap.
 *
 * @param stepCosts of all steps (`estimateStepCost`)
 */
export function findStepPageRange(stepCosts: readonly number[], step: number): StepPageRange {
  let page = { start: 0, end: 0 }
  while (page.end <= step && page.end < stepCosts.length)
    page = { start: page.end, end: findPageEnd(stepCosts, page.end) }
  return page
}

function findPageEnd(stepCosts: readonly number[], start: number): number {
  let cost = 0
  for (let end = start; end < stepCosts.length; end += 1) {
    cost += stepCosts[end]!
    const isFull = end - start === maxStepsPerPage || cost > maxStepPageCost
    if (isFull && end > start) return end
  }
  return stepCosts.length
}
