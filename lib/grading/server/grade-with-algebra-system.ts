import type { GraderMode } from '@/lib/projects/settings'
import { cleanAnswer } from '../clean-answer'
import { compareToReference, toGrade } from '../grade-answer'
import { makeUndecidedFinding, makeSameFinding, type Grade } from '../verdict'
import type { AlgebraSystem } from './algebra-system'

/** Like `gradeAnswer`, but asks an algebra system if the rules find neither equality nor difference. */
export async function gradeWithAlgebraSystem(
  answer: string | null,
  reference: string | null,
  mode: GraderMode,
  algebraSystem: AlgebraSystem,
): Promise<Grade> {
  const finding = compareToReference(answer, reference, mode)
  const isUndecided =
    finding.outcome === 'undecided' && mode === 'semantic' && answer !== null && reference !== null
  if (!isUndecided) return toGrade(finding)
  const comparison = await algebraSystem.ask(cleanAnswer(answer), cleanAnswer(reference))
  if (comparison === 'same')
    return toGrade(makeSameFinding('An algebra system found the two equal.'))
  return toGrade(
    comparison === 'timeout'
      ? makeUndecidedFinding(`${finding.reason} The algebra system ran out of time.`)
      : finding,
  )
}
