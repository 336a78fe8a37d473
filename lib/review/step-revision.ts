/** A solution's steps as one revision has them. */
export interface StepRevision {
  steps: readonly string[]
  /** Start and end of each step in the text, flattened; empty when it came in steps. */
  stepSpans: readonly number[]
  /** What each step is known by; empty where a step's number is. */
  stepIds: readonly number[]
}

/** A solution's steps as they are, and as they were: what a merge gives back depends on what was split. */
export interface RepairableSteps extends StepRevision {
  /** As it came; null when it came in steps. */
  text: string | null
  /** From the oldest on, without the present one. */
  history: readonly StepRevision[]
}

/** What each step is known by. */
export function readStepIds({ steps, stepIds }: StepRevision): readonly number[] {
  return stepIds.length > 0 ? stepIds : steps.map((_, step) => step)
}
