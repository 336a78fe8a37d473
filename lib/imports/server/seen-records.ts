import { createHash } from 'node:crypto'
import type { LineProblem } from '@/lib/formats/record'
import {
  type Earlier,
  findContradictions,
  type LineOutline,
  type ProblemOutline,
  type SolutionOutline,
} from '../contradictions'
import { outlineLine, type PreparedLine, type PreparedSolution } from './prepare'

/** What a line adds to those before it. */
export interface Added {
  problems: number
  solutions: number
  labellings: number
  steps: number
  /** Solutions that stood further up already. */
  repeated: number
}

/**
 * What the lines of one file said so far, in a few bytes each: an import of the file would find it in the project, and
 * refuse a line that gives the same id other content (lib/imports/contradictions.ts).
 */
export class SeenRecords {
  private readonly problems = new Map<string, Earlier<ProblemOutline>>()
  private readonly solutions = new Set<string>()
  /** Only of those with an external id: the others are named by their content. */
  private readonly named = new Map<string, Earlier<SolutionOutline>>()
  private readonly labellings = new Set<string>()

  findContradictions(line: PreparedLine): LineProblem[] {
    const found = findContradictions(shortenOutline(line), {
      findProblem: (identity) => this.problems.get(identity),
      findSolution: (identity) => this.named.get(identity),
    })
    return found.map((contradiction) => ({ ...line.origin, ...contradiction }))
  }

  add(line: PreparedLine): Added {
    const added: Added = { problems: 0, solutions: 0, labellings: 0, steps: 0, repeated: 0 }
    const where = `stands in line ${line.origin.line}`
    const { problem, solutions } = shortenOutline(line)
    const { identity, ...said } = problem
    if (!this.problems.has(identity)) {
      added.problems += 1
      this.problems.set(identity, { ...said, where })
    }
    line.solutions.forEach((solution, i) => this.addSolution(solution, solutions[i]!, where, added))
    return added
  }

  private addSolution(
    solution: PreparedSolution,
    { identity, externalId, contentHash, recordHash }: LineOutline['solutions'][number],
    where: string,
    added: Added,
  ): void {
    if (this.solutions.has(identity)) added.repeated += 1
    else {
      added.solutions += 1
      added.steps += solution.steps.length
      this.solutions.add(identity)
      if (externalId !== null) this.named.set(identity, { contentHash, recordHash, where })
    }
    for (const labelling of solution.labellings) {
      const key = shorten(labelling.identity)
      if (!this.labellings.has(key)) added.labellings += 1
      this.labellings.add(key)
    }
  }
}

function shortenOutline(line: PreparedLine): LineOutline {
  const { problem, solutions } = outlineLine(line)
  return {
    problem: {
      identity: shorten(problem.identity),
      problem: hashText(problem.problem),
      answer: hashText(problem.answer),
      solution: hashText(problem.solution),
    },
    solutions: solutions.map(({ identity, externalId, contentHash, recordHash }) => ({
      identity: shorten(identity),
      externalId,
      contentHash: shorten(contentHash),
      recordHash: shorten(recordHash),
    })),
  }
}

function hashText(text: string | null): string | null {
  return text === null ? null : shorten(createHash('sha256').update(text).digest('hex'))
}

/** 96 bits of a hash: no two of a billion are likely to be the same. */
function shorten(hash: string): string {
  return Buffer.from(hash, 'hex').toString('base64', 0, 12)
}
