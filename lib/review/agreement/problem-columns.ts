import { stepColumnCount } from './step-measures'

/*
 * The sums of a problem: compared pairs of annotations, those with the same first error, those within one step; then
 * the sums over steps.
 */
export const comparedColumn = 0
export const exactColumn = 1
export const withinColumn = 2
export const firstStepColumn = 3
export const problemColumnCount = firstStepColumn + stepColumnCount
