import type { GraderMode } from '@/lib/projects/settings'
import { cleanAnswer } from '../clean-answer'
import { compare, decide } from '../grade'
import type { Grade } from '../verdict'
import type { SecondOpinion } from './second-opinion'

/** As `grade`; where the rules find neither equality nor difference, an algebra system is asked. */
export async function gradeWithOpinion(
  given: string | null,
  truth: string | null,
  mode: GraderMode,
  opinion: SecondOpinion,
): Promise<Grade> {
  const finding = compare(given, truth, mode)
  const isOpen = finding.is === 'open' && mode === 'semantic' && given !== null && truth !== null
  if (!isOpen || !(await opinion.isSame(cleanAnswer(given), cleanAnswer(truth))))
    return decide(finding)
  return decide({ is: 'same', reason: 'An algebra system finds the two equal.' })
}
