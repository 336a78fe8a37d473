import type { ComparableLine } from '../contradictions'
import { maxQuotedLength, type SolutionDetails } from '../describe-differences'
import type { PreparedLine, PreparedSolution } from './prepared-line'

/** The parts of a line that `findContradictions` compares. */
export function makeComparableLine({ problem, solutions }: PreparedLine): ComparableLine {
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

/** Values of a solution that an error message can quote. */
export function getSolutionDetails({
  record,
  text,
  steps,
  answer,
}: PreparedSolution): SolutionDetails {
  const { externalId, score, generator } = record
  // Steps that are too long to quote are not joined.
  const length = text?.length ?? steps.reduce((sum, step) => sum + step.length, steps.length - 1)
  const quotableText = length > maxQuotedLength ? null : (text ?? steps.join('\n'))
  // A solution without an external id contradicts nothing, so its text is not needed.
  return { answer, score, generator, text: externalId === null ? '' : quotableText }
}
