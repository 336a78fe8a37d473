import type { GraderMode } from '@/lib/projects/settings'
import { cleanAnswer } from '../clean-answer'
import { compare, decide } from '../grade'
import { open, same, type Grade } from '../verdict'
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
  if (!isOpen) return decide(finding)
  const asked = await opinion.ask(cleanAnswer(given), cleanAnswer(truth))
  if (asked === 'same') return decide(same('An algebra system finds the two equal.'))
  return decide(
    asked === 'late'
      ? open(`${finding.reason} An algebra system did not decide it in time.`)
      : finding,
  )
}
