import type { GraderMode } from '@/lib/projects/settings'
import { compareMeanings } from './compare-meanings'
import { compareChoicesOnly, compareTextsExactly, compareNumbersOnly } from './compare-strictly'
import { resetComparisonBudget } from './comparison-budget'
import { gradeAsPrm800k } from './prm800k'
import type { Finding, Grade, Verdict } from './verdict'

export const graderVersion = 'meaning-3'

const verdicts: Readonly<Record<Finding['outcome'], Verdict>> = {
  same: 'correct',
  different: 'wrong',
  policy: 'unsure',
  undecided: 'unsure',
}

const rules: Readonly<Record<GraderMode, (answer: string, reference: string) => Finding>> = {
  semantic: compareMeanings,
  prm800k: gradeAsPrm800k,
  exact: compareTextsExactly,
  numeric: compareNumbersOnly,
  choice: compareChoicesOnly,
}

/**
 * Grades a final answer against the reference answer, synchronously and without executing any part of it. Unsure, with a
 * reason, if neither equality nor difference was shown or if conventions disagree.
 *
 * @param answer the solution's final answer, as stated or extracted; null if none was found
 * @param reference the problem's reference answer; null if it is unknown
 */
export function gradeAnswer(
  answer: string | null,
  reference: string | null,
  mode: GraderMode = 'semantic',
): Grade {
  return toGrade(compareToReference(answer, reference, mode))
}

/** The finding behind a grade. The algebra system can resolve `undecided`. */
export function compareToReference(
  answer: string | null,
  reference: string | null,
  mode: GraderMode = 'semantic',
): Finding {
  if (reference === null || reference.trim() === '')
    return { outcome: 'policy', reason: 'The problem has no reference answer.' }
  if (answer === null || answer.trim() === '')
    return { outcome: 'policy', reason: 'No final answer was found in the solution.' }
  resetComparisonBudget()
  return rules[mode](answer, reference)
}

export const toGrade = ({ outcome, reason }: Finding): Grade => ({
  verdict: verdicts[outcome],
  reason,
  graderVersion,
})
