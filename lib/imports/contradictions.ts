import { formatLocation, type ReadError } from '@/lib/formats/read-result'
import {
  describeDifferences,
  type SolutionDetails,
  describeTextChange,
} from './describe-differences'

/** What a line says about its problem: texts or their `shortenTextWithHash`; null for missing values. */
export interface ComparableProblem {
  problem: string | null
  answer: string | null
  solution: string | null
}

/** Hashes of what a line says about a solution: of its problem and text, and of everything. */
export interface ComparableSolution {
  contentHash: string
  /** Equals `contentHash` if nothing else is known, as for a solution restored after a repair. */
  recordHash: string
  details: SolutionDetails
}

export interface ComparableLine {
  problem: ComparableProblem & { identity: string }
  solutions: (ComparableSolution & {
    identity: string
    externalId: string | null
    /**
     * The record's hash without an answer that the text states too; null if that makes no
     * difference.
     */
    findLooseHash: () => string | null
  })[]
}

/** An earlier record and its location: "already occurs in line 3". */
export type EarlierRecord<T> = T & { locationText: string }

/** Looks up by identity what earlier lines said. */
export interface EarlierRecordLookup {
  findProblem(identity: string): EarlierRecord<ComparableProblem> | undefined
  findSolution(identity: string): EarlierRecord<ComparableSolution> | undefined
}

/**
 * Contradictions between a line and earlier data, or within the line: the same problem, or the same
 * external id of a solution, with different content. Solutions without an external id are identified by
 * content and can't contradict anything.
 */
export function findContradictions(
  line: ComparableLine,
  earlier: EarlierRecordLookup,
): ReadError[] {
  const contradictions = findProblemContradictions(line, earlier)
  /** Indexes by identity. */
  const earlierInLine = new Map<string, number>()
  line.solutions.forEach((solution, i) => {
    const { identity, externalId } = solution
    if (externalId === null) return
    const indexInLine = earlierInLine.get(identity)
    const earlierRecord =
      indexInLine === undefined
        ? earlier.findSolution(identity)
        : makeEarlierRecord(line, indexInLine)
    if (earlierRecord && !isConsistent(solution, earlierRecord))
      contradictions.push({
        location: formatLocation(['samples', i]),
        reason: describeSolutionContradiction(externalId, solution, earlierRecord),
      })
    if (indexInLine === undefined) earlierInLine.set(identity, i)
  })
  return contradictions
}

const makeEarlierRecord = (
  { solutions }: ComparableLine,
  index: number,
): EarlierRecord<ComparableSolution> => ({
  ...solutions[index]!,
  locationText: `already occurs at ${formatLocation(['samples', index])}`,
})

function isConsistent(
  { recordHash, findLooseHash }: ComparableLine['solutions'][number],
  earlierRecord: ComparableSolution,
): boolean {
  const otherHash = earlierRecord.recordHash
  return (
    otherHash === recordHash ||
    otherHash === earlierRecord.contentHash ||
    otherHash === findLooseHash()
  )
}

function findProblemContradictions(
  { problem }: ComparableLine,
  earlier: EarlierRecordLookup,
): ReadError[] {
  const earlierRecord = earlier.findProblem(problem.identity)
  if (!earlierRecord) return []
  // A missing answer or reference solution contradicts nothing.
  return (['problem', 'answer', 'solution'] as const)
    .filter((field) => problem[field] !== null && problem[field] !== earlierRecord[field])
    .map((field) => {
      const name = problemNames[field]
      const change = describeTextChange(earlierRecord[field], problem[field], field === 'answer')
      const values = change === null ? '' : `: ${change}`
      // Only an id makes problems with different statements the same.
      const advice = field === 'problem' ? ' Change the id or the statement.' : ''
      return {
        location: field,
        reason: `The same problem ${earlierRecord.locationText} with another ${name}${values}.${advice}`,
      }
    })
}

const problemNames = {
  problem: 'statement',
  answer: 'answer',
  solution: 'reference solution',
} as const

function describeSolutionContradiction(
  externalId: string,
  solution: ComparableSolution,
  earlierRecord: EarlierRecord<ComparableSolution>,
): string {
  const isSameContent = solution.contentHash === earlierRecord.contentHash
  const names = isSameContent ? (['answer', 'score', 'generator'] as const) : (['text'] as const)
  const valueDifference = describeDifferences(earlierRecord.details, solution.details, names)
  const otherFields = isSameContent
    ? 'is_correct, step_scores, alternatives, explanations or metadata'
    : 'text, steps or problem'
  const differs = valueDifference === null ? ` (${otherFields})` : `: ${valueDifference}`
  const advice =
    isSameContent && differsOnlyInScore(solution.details, earlierRecord.details) ? scoreAdvice : ''
  return `The solution "${externalId}" ${earlierRecord.locationText} with different content${differs}.${advice}`
}

const scoreAdvice = ' To add scores to existing solutions, use "stepmark score import".'

/** Whether the score differs, but neither the answer nor the generator. */
const differsOnlyInScore = (solution: SolutionDetails, earlierRecord: SolutionDetails) =>
  solution.score !== earlierRecord.score &&
  solution.answer === earlierRecord.answer &&
  solution.generator === earlierRecord.generator
