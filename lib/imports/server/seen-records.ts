import { createHash } from 'node:crypto'
import type { LineProblem } from '@/lib/formats/record'
import type { PreparedLine, PreparedProblem, PreparedSolution } from './prepare'

/** What a line adds to those before it. */
export interface Added {
  problems: number
  solutions: number
  labellings: number
  steps: number
  /** Solutions that stood further up already. */
  repeated: number
}

interface SeenProblem {
  line: number
  /** By field, short hashes; null where the line said nothing. */
  fields: Record<string, string | null>
}

/**
 * What the lines of one file said so far, in a few bytes each: an import of the file would find it in the project, and
 * refuse a line that gives the same id other content (lib/imports/server/batch.ts).
 */
export class SeenRecords {
  private readonly problems = new Map<string, SeenProblem>()
  /** The line that each stood in first. */
  private readonly solutions = new Map<string, number>()
  /** Only of those with an external id: the others are named by their content. */
  private readonly contents = new Map<string, string>()
  private readonly labellings = new Set<string>()

  findContradictions({ origin, problem, solutions }: PreparedLine): LineProblem[] {
    const found = [
      ...this.findProblemContradictions(problem),
      ...solutions.flatMap((solution, i) => this.findSolutionContradictions(solution, i)),
    ]
    return found.map((contradiction) => ({ ...origin, ...contradiction }))
  }

  add({ origin, problem, solutions }: PreparedLine): Added {
    const added: Added = { problems: 0, solutions: 0, labellings: 0, steps: 0, repeated: 0 }
    const problemKey = shorten(problem.identity)
    if (!this.problems.has(problemKey)) {
      added.problems += 1
      this.problems.set(problemKey, { line: origin.line, fields: readFields(problem) })
    }
    for (const solution of solutions) this.addSolution(solution, origin.line, added)
    return added
  }

  private addSolution(solution: PreparedSolution, line: number, added: Added): void {
    const key = shorten(solution.identity)
    if (this.solutions.has(key)) added.repeated += 1
    else {
      added.solutions += 1
      added.steps += solution.steps.length
      this.solutions.set(key, line)
      if (solution.record.externalId !== null) this.contents.set(key, shorten(solution.contentHash))
    }
    for (const labelling of solution.labellings) {
      const labellingKey = shorten(labelling.identity)
      if (!this.labellings.has(labellingKey)) added.labellings += 1
      this.labellings.add(labellingKey)
    }
  }

  private findProblemContradictions(problem: PreparedProblem) {
    const seen = this.problems.get(shorten(problem.identity))
    if (!seen) return []
    return Object.entries(readFields(problem))
      .filter(([place, given]) => given !== null && given !== seen.fields[place])
      .map(([place]) => ({
        place,
        reason: `The same problem stands in line ${seen.line} with other content.`,
      }))
  }

  private findSolutionContradictions(solution: PreparedSolution, index: number) {
    const key = shorten(solution.identity)
    const content = this.contents.get(key)
    if (content === undefined || content === shorten(solution.contentHash)) return []
    const { externalId } = solution.record
    const reason = `The solution "${externalId}" stands in line ${this.solutions.get(key)} with other content.`
    return [{ place: `samples[${index}]`, reason }]
  }
}

function readFields({ record }: PreparedProblem): SeenProblem['fields'] {
  return {
    problem: hashText(record.statement),
    answer: hashText(record.answer),
    solution: hashText(record.referenceSolution),
  }
}

function hashText(text: string | null | undefined): string | null {
  return text == null ? null : shorten(createHash('sha256').update(text).digest('hex'))
}

/** 96 bits of a hash in hex: no two of a billion are likely to be the same. */
function shorten(hash: string): string {
  return Buffer.from(hash, 'hex').toString('base64', 0, 12)
}
