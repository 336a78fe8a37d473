import type { LineOutline } from '../contradictions'
import { namedLength, type SolutionWords } from '../name-differences'
import type { PreparedLine, PreparedSolution } from './prepare'

/** What the line says, in what contradictions are found by. */
export function outlineLine({ problem, solutions }: PreparedLine): LineOutline {
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
      const words = readWords(solution)
      return {
        ...{ identity, contentHash, recordHash, findLooseHash, words },
        externalId: record.externalId,
      }
    }),
  }
}

/** Values of a solution that a reason may name. */
export function readWords({ record, text, steps, answer }: PreparedSolution): SolutionWords {
  const { externalId, score, generator } = record
  // Joined only where somebody may ask: a solution without a name contradicts nothing.
  const isLong = text === null && (steps[0]?.length ?? 0) > namedLength
  const whole = externalId === null ? '' : isLong ? null : (text ?? steps.join('\n'))
  return { answer, score, generator, text: whole && whole.length > namedLength ? null : whole }
}
