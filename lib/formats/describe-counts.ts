/** `1 step`, `2 steps`. */
export function formatNounCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** `There are 2 steps but 1 step score.` */
export function describeStepScoreMismatch(steps: number, scores: number): string {
  const verb = steps === 1 ? 'is' : 'are'
  return `There ${verb} ${formatNounCount(steps, 'step')} but ${formatNounCount(scores, 'step score')}.`
}
