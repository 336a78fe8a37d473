import type { LineOutline } from '../contradictions'
import { maxQuotedLength, type SolutionDetails } from '../describe-differences'
import type { PreparedLine, PreparedSolution } from './prepared-line'

/** What contradictions are found by. */
export function makeLineOutline({ problem, solutions }: PreparedLine): LineOutline {
  const { statement, answer, referenceSolution = null } = problem.record
  return {
    problem: {
      identity: problem.identity,
      problem: statement,
      answer,
      solution: referenceSolution,
    },
    solutions: solutions.map((solution) => {
      const { identity, contentHash, recordHash, findLooseHash, record } = solution
      const details = getSolutionDetails(solution)
      return {
        identity,
        contentHash,
        recordHash,
        findLooseHash,
        details,
        externalId: record.externalId,
      }
    }),
  }
}

/** Values of a solution that a reason can show. */
export function getSolutionDetails({
  record,
  text,
  steps,
  answer,
}: PreparedSolution): SolutionDetails {
  const { externalId, score, generator } = record
  // Joined only if needed: a solution without an external id contradicts nothing.
  const isLong = text === null && (steps[0]?.length ?? 0) > maxQuotedLength
  const fullText = externalId === null ? '' : isLong ? null : (text ?? steps.join('\n'))
  return {
    answer,
    score,
    generator,
    text: fullText && fullText.length > maxQuotedLength ? null : fullText,
  }
}
