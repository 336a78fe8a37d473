import { createHash } from 'node:crypto'
import { buildLineError } from '@/lib/formats/excerpt'
import type { LineError } from '@/lib/formats/record'
import {
  type EarlierRecord,
  findContradictions,
  type ComparableLine,
  type ComparableProblem,
  type ComparableSolution,
} from '../contradictions'
import { maxQuotedLength, shortenTextWithHash } from '../describe-differences'
import { hashAnnotation } from './hash-annotation'
import { makeComparableLine } from './make-comparable-line'
import type { PreparedLine, PreparedSolution } from './prepared-line'
import { hashValue, hashInvariantSolutionFields } from './record-hashes'
import { toKnownSolution, isStepmarkLine } from './restore-ids'

/** What a line adds to the earlier ones. */
export interface AddedCounts {
  problems: number
  solutions: number
  annotations: number
  steps: number
  /** Solutions that already occurred. */
  duplicates: number
}

export const makeEmptyAddedCounts = (): AddedCounts => ({
  problems: 0,
  solutions: 0,
  annotations: 0,
  steps: 0,
  duplicates: 0,
})

/**
 * Remembers the lines of a file in a few bytes each, to find duplicates and contradictions as an
 * import into an empty project does (lib/imports/contradictions.ts).
 */
export class SeenRecords {
  private readonly problems = new Map<string, EarlierRecord<ComparableProblem>>()
  private readonly solutions = new Set<string>()
  /** Only of solutions with an external id; the others are identified by content. */
  private readonly byExternalId = new Map<string, EarlierRecord<ComparableSolution>>()
  private readonly annotations = new Set<string>()
  /** Content of solutions and annotations in the stepmark format, by shortened identity. */
  private readonly recordsByIdentity = new Map<
    string,
    { contentHash: string; locationText: string }
  >()

  findContradictions(line: PreparedLine): LineError[] {
    const contradictions = findContradictions(shortenComparableLine(line), {
      findProblem: (identity) => this.problems.get(identity),
      findSolution: (identity) => this.byExternalId.get(identity),
    })
    const changedRecords = listStored(line).filter(({ key, contentHash }) => {
      const earlier = this.recordsByIdentity.get(key)
      return earlier !== undefined && earlier.contentHash !== contentHash
    })
    const reasons = changedRecords.map(({ key, location }) => ({
      location,
      reason: `The same ${location} ${this.recordsByIdentity.get(key)!.locationText} with different content.`,
    }))
    return [...contradictions, ...reasons].map((contradiction) =>
      buildLineError(line.position, contradiction),
    )
  }

  add(line: PreparedLine): AddedCounts {
    const addedCounts = makeEmptyAddedCounts()
    const locationText = `already occurs in line ${line.position.line}`
    const { problem, solutions } = shortenComparableLine(line)
    const { identity, ...problemDetails } = problem
    if (!this.problems.has(identity)) {
      addedCounts.problems += 1
      this.problems.set(identity, { ...problemDetails, locationText })
    }
    for (const { key, contentHash } of listStored(line))
      if (!this.recordsByIdentity.has(key))
        this.recordsByIdentity.set(key, { contentHash, locationText })
    line.solutions.forEach((solution, i) =>
      this.addSolution(solution, solutions[i]!, locationText, addedCounts),
    )
    return addedCounts
  }

  private addSolution(
    solution: PreparedSolution,
    { identity, externalId, contentHash, recordHash, details }: ComparableLine['solutions'][number],
    locationText: string,
    added: AddedCounts,
  ): void {
    if (this.solutions.has(identity)) added.duplicates += 1
    else {
      added.solutions += 1
      added.steps += solution.steps.length
      this.solutions.add(identity)
      if (externalId !== null)
        this.byExternalId.set(identity, { contentHash, recordHash, details, locationText })
    }
    for (const annotation of solution.annotations) {
      const key = shorten(annotation.identity)
      if (!this.annotations.has(key)) added.annotations += 1
      this.annotations.add(key)
    }
  }
}

/** What a line in the stepmark format says about rows that other lines can name too. */
function listStored(line: PreparedLine): { location: string; key: string; contentHash: string }[] {
  if (!isStepmarkLine(line)) return []
  return identifyStored(line).solutions.flatMap(({ identity }, i) => {
    const solution = line.solutions[i]!
    const sharedFieldsHash = hashInvariantSolutionFields(
      toKnownSolution(line, solution).sharedFields,
    )
    return [
      { location: 'solution', key: shorten(identity), contentHash: shorten(sharedFieldsHash) },
      ...solution.annotations.map((annotation) => ({
        location: 'annotation',
        key: shorten(annotation.identity),
        contentHash: shorten(hashAnnotation(annotation.stored)),
      })),
    ]
  })
}

/**
 * Ids in the stepmark format identify rows: in an empty project, two ids are two rows (restore-ids.ts).
 */
function identifyStored(line: PreparedLine): ComparableLine {
  const comparableLine = makeComparableLine(line)
  const { stored } = line
  if (!stored) return comparableLine
  const { problem, solution } = stored
  const identity =
    problem.externalId === null
      ? hashValue(['problem', problem.id, problem.statement])
      : comparableLine.problem.identity
  return {
    problem: { ...comparableLine.problem, identity },
    solutions: comparableLine.solutions.map((comparableSolution) =>
      comparableSolution.externalId === null
        ? {
            ...comparableSolution,
            identity: hashValue(['solution', solution.id, comparableSolution.contentHash]),
          }
        : // Where the solution was made is unknown, so it is compared as stored.
          { ...comparableSolution, externalId: null },
    ),
  }
}

function shortenComparableLine(line: PreparedLine): ComparableLine {
  const { problem, solutions } = identifyStored(line)
  return {
    problem: {
      identity: shorten(problem.identity),
      problem: shortenDetail(problem.problem, 0),
      answer: shortenDetail(problem.answer, maxQuotedLength),
      solution: shortenDetail(problem.solution, 0),
    },
    solutions: solutions.map((solution) => ({
      ...shortenSolution(solution),
      details: {
        ...solution.details,
        answer: shortenDetail(solution.details.answer, maxQuotedLength),
        generator: shortenDetail(solution.details.generator, maxQuotedLength),
      },
    })),
  }
}

function shortenSolution({
  identity,
  externalId,
  contentHash,
  recordHash,
  findLooseHash,
}: ComparableLine['solutions'][number]) {
  return {
    identity: shorten(identity),
    externalId,
    contentHash: shorten(contentHash),
    recordHash: shorten(recordHash),
    findLooseHash: () => {
      const looseHash = findLooseHash()
      return looseHash === null ? null : shorten(looseHash)
    },
  }
}

function shortenDetail(text: string | null, prefixLength: number): string | null {
  return text === null ? null : shortenTextWithHash(text, hashText, prefixLength)
}

const hashText = (text: string) => shorten(createHash('sha256').update(text).digest('hex'))

/** 96 bits of a hash: no collision is expected among a billion. */
function shorten(sha256: string): string {
  return Buffer.from(sha256, 'hex').toString('base64', 0, 12)
}
