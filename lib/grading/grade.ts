import type { GraderMode } from '@/lib/projects/settings'
import { beginComparison } from './effort'
import { gradeAsPrm800k } from './prm800k'
import { compareMeanings } from './semantic'
import { compareChoicesOnly, compareExactly, compareNumbersOnly } from './strict-modes'
import type { Finding, Grade, Verdict } from './verdict'

export const graderVersion = 'meaning-2'

const verdicts: Readonly<Record<Finding['is'], Verdict>> = {
  same: 'correct',
  different: 'wrong',
  policy: 'unsure',
  open: 'unsure',
}

const rules: Readonly<Record<GraderMode, (given: string, truth: string) => Finding>> = {
  semantic: compareMeanings,
  prm800k: gradeAsPrm800k,
  exact: compareExactly,
  numeric: compareNumbersOnly,
  choice: compareChoicesOnly,
}

/**
 * Grades a final answer against the reference answer. At once, and never by running anything: where neither equality
 * nor difference was shown, and where graders part by policy, it is unsure and says why.
 *
 * @param given the solution's final answer, as stated or extracted; null when none was found
 * @param truth the problem's reference answer; null when it is not known
 */
export function grade(
  given: string | null,
  truth: string | null,
  mode: GraderMode = 'semantic',
): Grade {
  return decide(compare(given, truth, mode))
}

/** The same, before it is a verdict: `open` is what a second opinion may settle. */
export function compare(
  given: string | null,
  truth: string | null,
  mode: GraderMode = 'semantic',
): Finding {
  if (truth === null || truth.trim() === '')
    return { is: 'policy', reason: 'The problem has no reference answer.' }
  if (given === null || given.trim() === '')
    return { is: 'policy', reason: 'No final answer was found in the solution.' }
  beginComparison()
  return rules[mode](given, truth)
}

export const decide = ({ is, reason }: Finding): Grade => ({
  verdict: verdicts[is],
  reason,
  graderVersion,
})
