import type { WorkTarget } from '@/lib/annotations/work-targets'

/** One page of the steps of a solution. */
export interface StepPage {
  /** Index of its first step. */
  pageStart: number
  steps: readonly unknown[]
  stepCount: number
}

/** The address of the page that has a step. Addresses count steps from 1. */
export function stepPageHref(path: string, step: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}step=${step + 1}`
}

/** The step in an address, 0-based; undefined if there is none. */
export function readStepIndex(step: string | string[] | undefined): number | undefined {
  const number = Number(step)
  return Number.isInteger(number) && number >= 1 ? number - 1 : undefined
}

export const isStepOnPage = ({ pageStart, steps }: StepPage, step: number): boolean =>
  step >= pageStart && step < pageStart + steps.length

/** Whether the step of a target is on the page. A target that is not can't be answered, because the user doesn't see it. */
export const isTargetOnPage = (page: StepPage, target: WorkTarget): boolean =>
  target.kind === 'done' || isStepOnPage(page, target.step)
