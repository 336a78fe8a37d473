import type { SolutionRecord, StoredSolution } from '@/lib/formats/record'
import type { Grade } from '@/lib/grading/verdict'

/** Why a verdict is what it is that came with the data. */
const givenVerdict = 'The file says so.'

/** What the file says of a solution's answer, else what the grader does. */
export function judge(
  { isCorrect }: SolutionRecord,
  gradeAnswer: () => Grade,
): Pick<StoredSolution, 'verdict' | 'verdictReason' | 'verdictBy'> {
  if (isCorrect !== null) {
    const verdict = isCorrect ? 'correct' : 'wrong'
    return { verdict, verdictReason: givenVerdict, verdictBy: 'file' }
  }
  const { verdict, reason } = gradeAnswer()
  return { verdict, verdictReason: reason, verdictBy: 'grader' }
}
