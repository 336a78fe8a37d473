/** `1 step`, `2 steps`. */
export function formatNounCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** `There are 2 steps but 1 step score.` */
export function describeStepScoreMismatch(steps: number, scores: number): string {
  const verb = steps === 1 ? 'is' : 'are'
  return `There ${verb} ${formatNounCount(steps, 'step')} but ${formatNounCount(scores, 'step score')}.`
}

/** A sample in a line has its steps, or a text to split into steps. */
export function* findTextAndStepsIssues({
  text,
  steps,
}: {
  text?: string | null | undefined
  steps?: readonly unknown[] | null | undefined
}): Generator<[path: PropertyKey[], message: string]> {
  if (text == null && steps == null)
    yield [[], 'A sample needs "text" (to be split into steps) or "steps".']
  if (text != null && steps != null)
    yield [['steps'], 'A sample has either "text" or "steps", not both.']
}
