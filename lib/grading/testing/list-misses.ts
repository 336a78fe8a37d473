import { grade } from '@/lib/grading/grade'

/**
 * What came out otherwise than `verdict`, whichever of the two is the reference.
 *
 * @param table one pair a line, ` ## ` between the two
 */
export function listMisses(verdict: string, table: string): string[] {
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ## ') as [string, string])
  return pairs.flatMap(([a, b]) =>
    [grade(a, b), grade(b, a)]
      .filter((finding) => finding.verdict !== verdict)
      .map((finding) => `${a} ## ${b}: ${finding.verdict}, ${finding.reason}`),
  )
}
