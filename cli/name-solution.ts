import { createHash } from 'node:crypto'
import type { ImportRecord } from '@/lib/formats/record'

/** What annotations of the same problem, and of the same solution, have in common in a file. */
export interface SolutionNames {
  problem: string
  solution: string
}

/** Our own lines name their rows; in PRM800K the problem and the steps tell which solution it is. */
export function nameSolution(
  { problem, stored }: Pick<ImportRecord, 'problem' | 'stored'>,
  steps: readonly string[],
): SolutionNames {
  return {
    problem: digest(stored ? ['id', stored.problem.id] : ['text', problem.statement]),
    solution: digest(stored ? ['id', stored.solution.id] : [problem.statement, ...steps]),
  }
}

const digest = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
