import type { AnnotationContent } from '@/lib/annotations/content'
import type { DraftSaveBody, LeasedWork } from '@/lib/client/labelling-screen-calls'

export const simulatedOption = { text: [], source: 'another way', endsSolution: false }

/** An earlier page submitted it, so that it is served only after it is reopened. */
export const earlierSolution = 'earlier'

/** Options are revealed when an error is rated: `b` has them, `c` has none. */
export const simulatedSolutions: Record<string, Partial<LeasedWork>> = {
  a: {},
  b: { revealed: [] },
  c: { revealed: [] },
  [earlierSolution]: {},
}

/** Equal for equal content, whether it is written or saved. */
export const makeContentEqualityKey = ({ steps, options }: AnnotationContent) =>
  JSON.stringify([steps, options])
export const makeSaveBodyEqualityKey = ({
  ratings,
  supersededRatings = [],
  options = {},
}: DraftSaveBody) => JSON.stringify([[...ratings, ...supersededRatings], options])
