import { createHash } from 'node:crypto'
import type { ImportRecord } from '@/lib/formats/record'

/** Names that identify a problem and a solution within a file. */
export interface SolutionDigests {
  problem: string
  solution: string
}

/** The stepmark format has ids. In PRM800K, the problem and the steps identify a solution. */
export function identifySolution(
  { problem, stored }: Pick<ImportRecord, 'problem' | 'stored'>,
  steps: readonly string[],
): SolutionDigests {
  return {
    problem: digest(stored ? ['id', stored.problem.id] : ['text', problem.statement]),
    solution: digest(stored ? ['id', stored.solution.id] : [problem.statement, ...steps]),
  }
}

const digest = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
