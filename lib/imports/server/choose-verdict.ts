import { importedVerdictReason } from '@/lib/formats/imported-verdict-reason'
import type { SolutionRecord, StoredSolution } from '@/lib/formats/record'
import type { Grade } from '@/lib/grading/verdict'

/** Uses the verdict of the file, else grades. */
export function chooseVerdict(
  { isCorrect }: SolutionRecord,
  gradeAnswer: () => Grade,
): Pick<StoredSolution, 'verdict' | 'verdictReason' | 'verdictSource'> {
  if (isCorrect !== null) {
    const verdict = isCorrect ? 'correct' : 'wrong'
    return { verdict, verdictReason: importedVerdictReason, verdictSource: 'file' }
  }
  const { verdict, reason } = gradeAnswer()
  return { verdict, verdictReason: reason, verdictSource: 'grader' }
}
