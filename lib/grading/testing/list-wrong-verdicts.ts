import { gradeAnswer } from '@/lib/grading/grade-answer'

/**
 * Lists the pairs in a table whose verdict differs from `verdict`. Grades each pair in both orders of answer and reference.
 *
 * @param table one pair per line, separated by ` ## `
 */
export function listWrongVerdicts(verdict: string, table: string): string[] {
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ## ') as [string, string])
  return pairs
    .flatMap(([a, b]) => [
      [a, b],
      [b, a],
    ])
    .map(([a = '', b = '']) => ({ pair: `${a} ## ${b}`, grade: gradeAnswer(a, b) }))
    .filter(({ grade }) => grade.verdict !== verdict)
    .map(({ pair, grade }) => `${pair}: ${grade.verdict}, ${grade.reason}`)
}
