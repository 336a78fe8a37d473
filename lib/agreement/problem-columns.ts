import { stepSumCount } from './step-measures'

/*
 * The sums of a problem: compared pairs of annotations, those with the same first error, those within one step; then
 * the sums over steps.
 */
export const comparedPairsColumn = 0
export const exactAgreementColumn = 1
export const withinOneStepColumn = 2
export const stepSumsColumn = 3
export const problemColumnCount = stepSumsColumn + stepSumCount
