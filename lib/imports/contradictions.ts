import { formatPlace, type PlacedReason } from '@/lib/formats/place'
import { nameDifferences, type SolutionWords, tellTextsApart } from './name-differences'

/** What a line says of its problem: texts, or `shortenText` of them; null where it says nothing. */
export interface ProblemOutline {
  problem: string | null
  answer: string | null
  solution: string | null
}

/** Names of what a line says of a solution: of its problem and text, and of everything else with them. */
export interface SolutionOutline {
  contentHash: string
  /** The same as `contentHash` where nothing else is known of it: a solution that was restored after a repair. */
  recordHash: string
  words: SolutionWords
}

export interface LineOutline {
  problem: ProblemOutline & { identity: string }
  solutions: (SolutionOutline & {
    identity: string
    externalId: string | null
    /** The record's hash without an answer that the text states too; null where that makes no difference. */
    findLooseHash: () => string | null
  })[]
}

/** What was said before, and where: "stands in line 3". */
export type Earlier<T> = T & { where: string }

/** Looks up by identity what was said before the line. */
export interface EarlierRecords {
  findProblem(identity: string): Earlier<ProblemOutline> | undefined
  findSolution(identity: string): Earlier<SolutionOutline> | undefined
}

/**
 * What in a line contradicts what was said before it, or in it: the same problem, or the same external id of a
 * solution, with other content. Solutions without an external id are named by their content, and contradict nothing.
 */
export function findContradictions(line: LineOutline, earlier: EarlierRecords): PlacedReason[] {
  const found = findProblemContradictions(line, earlier)
  const own = new Map<string, Earlier<SolutionOutline>>()
  line.solutions.forEach((solution, i) => {
    const { identity, externalId } = solution
    if (externalId === null) return
    const place = formatPlace(['samples', i])
    const other = own.get(identity) ?? earlier.findSolution(identity)
    if (other && !saysTheSame(solution, other))
      found.push({ place, reason: describeSolution(externalId, solution, other) })
    if (!own.has(identity)) own.set(identity, { ...solution, where: `stands at ${place} already` })
  })
  return found
}

function saysTheSame(
  { recordHash, findLooseHash }: LineOutline['solutions'][number],
  other: SolutionOutline,
): boolean {
  const known = other.recordHash
  return known === recordHash || known === other.contentHash || known === findLooseHash()
}

function findProblemContradictions(
  { problem }: LineOutline,
  earlier: EarlierRecords,
): PlacedReason[] {
  const other = earlier.findProblem(problem.identity)
  if (!other) return []
  // A line that says nothing of answer or solution contradicts nothing.
  return (['problem', 'answer', 'solution'] as const)
    .filter((place) => problem[place] !== null && problem[place] !== other[place])
    .map((place) => {
      const differs = tellTextsApart(problemNames[place], other[place], problem[place])
      return { place, reason: `The same problem ${other.where} with other content: ${differs}.` }
    })
}

const problemNames = {
  problem: 'statement',
  answer: 'answer',
  solution: 'reference solution',
} as const

function describeSolution(
  externalId: string,
  given: SolutionOutline,
  other: Earlier<SolutionOutline>,
): string {
  const isSameContent = given.contentHash === other.contentHash
  const names = isSameContent ? (['answer', 'score', 'generator'] as const) : (['text'] as const)
  const named = nameDifferences(other.words, given.words, names)
  const rest = isSameContent
    ? 'is_correct, step_scores, alternatives, explanations or metadata'
    : 'text, steps or problem'
  const differs = named === null ? ` (${rest})` : `: ${named}`
  const advice = isSameContent && isOtherScore(given.words, other.words) ? scoreAdvice : ''
  return `The solution "${externalId}" ${other.where} with other content${differs}.${advice}`
}

const scoreAdvice = ' "stepmark score import" takes scores of solutions that are there.'

/** Whether the score is all of the words that differs. */
const isOtherScore = (given: SolutionWords, other: SolutionWords) =>
  given.score !== other.score &&
  given.answer === other.answer &&
  given.generator === other.generator
