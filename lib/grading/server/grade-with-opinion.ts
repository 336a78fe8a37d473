import type { GraderMode } from '@/lib/projects/settings'
import { cleanAnswer } from '../clean-answer'
import { compare, decide } from '../grade'
import { undecided, same, type Grade } from '../verdict'
import type { SecondOpinion } from './second-opinion'

/** Like `grade`, but asks an algebra system if the rules find neither equality nor difference. */
export async function gradeWithOpinion(
  answer: string | null,
  reference: string | null,
  mode: GraderMode,
  opinion: SecondOpinion,
): Promise<Grade> {
  const finding = compare(answer, reference, mode)
  const isUndecided =
    finding.is === 'undecided' && mode === 'semantic' && answer !== null && reference !== null
  if (!isUndecided) return decide(finding)
  const opinionResult = await opinion.ask(cleanAnswer(answer), cleanAnswer(reference))
  if (opinionResult === 'same') return decide(same('An algebra system found the two equal.'))
  return decide(
    opinionResult === 'timeout'
      ? undecided(`${finding.reason} The algebra system ran out of time.`)
      : finding,
  )
}
