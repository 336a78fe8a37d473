import type { AdjudicatedContent } from '@/lib/adjudication/adjudication-state'
import type { ErrorDetails } from '@/lib/annotations/content'
import { storeUnfinishedText, readUnfinishedText } from '@/lib/client/unfinished-text'
import { solutionProgressLevels, type Rating } from '@/lib/formats/record'

/** An unfinished adjudication. */
export interface UnfinishedAdjudication {
  revision: number
  /** Ratings of the steps, and answers about errors. */
  content: AdjudicatedContent
  note: string
  isGold: boolean
}

const isRatingList = (value: unknown) =>
  Array.isArray(value) && value.every((each) => [-1, 0, 1, null].includes(each as Rating | null))

function isContent({ steps, options, errors }: AdjudicatedContent): boolean {
  return (
    isRatingList(steps) &&
    Object.values(options).every(isRatingList) &&
    Object.values(errors).every(isErrorDetails)
  )
}

function isErrorDetails({ explanation, progress, tags }: ErrorDetails): boolean {
  const isExplanation =
    explanation === null ||
    (explanation.option === null
      ? typeof explanation.text === 'string'
      : typeof explanation.option === 'number')
  return (
    isExplanation && [...solutionProgressLevels, null].includes(progress) && Array.isArray(tags)
  )
}

const storageKey = (solution: string) => `adjudication/${solution}`

/** Stores an unfinished adjudication in this tab, so that it survives a reload. Null deletes it. */
export function storeUnfinishedAdjudication(
  solution: string,
  adjudication: UnfinishedAdjudication | null,
): void {
  storeUnfinishedText(
    storageKey(solution),
    adjudication === null ? '' : JSON.stringify(adjudication),
  )
}

/** Null if none is stored for this revision, or if the stored data is malformed. */
export function readUnfinishedAdjudication(
  solution: string,
  { revision, stepCount }: { revision: number; stepCount: number },
): UnfinishedAdjudication | null {
  try {
    const storedAdjudication = JSON.parse(
      readUnfinishedText(storageKey(solution)) ?? 'null',
    ) as UnfinishedAdjudication | null
    const isSameRevision =
      storedAdjudication?.revision === revision &&
      storedAdjudication.content.steps.length <= stepCount
    return isSameRevision && isContent(storedAdjudication.content) ? storedAdjudication : null
  } catch {
    return null
  }
}
