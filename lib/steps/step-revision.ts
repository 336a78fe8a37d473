/** A solution's steps in one revision. */
export interface StepRevision {
  steps: readonly string[]
  /** Start and end of each step in the text, flattened; empty if the solution was imported as steps. */
  stepSpans: readonly number[]
  /** Ids of the steps; empty if a step's number is its id. */
  stepIds: readonly number[]
}

/** A solution's steps in all revisions. The text of a merged step depends on how it was split. */
export interface StepsWithHistory extends StepRevision {
  /** The imported text; null if the solution was imported as steps. */
  text: string | null
  /** Oldest first, without the current one. */
  history: readonly StepRevision[]
}

/** The id of each step. */
export function readStepIds({ steps, stepIds }: StepRevision): readonly number[] {
  return stepIds.length > 0 ? stepIds : steps.map((_, step) => step)
}
