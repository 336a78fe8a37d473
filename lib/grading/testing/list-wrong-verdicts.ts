import { gradeAnswer } from '@/lib/grading/grade-answer'

/**
 * Lists the pairs in a table whose verdict is not `verdict` in either order.
 *
 * @param table one pair per line, separated by ` ## `
 */
export function listWrongVerdicts(verdict: string, table: string): string[] {
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ## ') as [string, string])
  return pairs.flatMap(([a, b]) =>
    [gradeAnswer(a, b), gradeAnswer(b, a)]
      .filter((grade) => grade.verdict !== verdict)
      .map((grade) => `${a} ## ${b}: ${grade.verdict}, ${grade.reason}`),
  )
}
