/** `1 step`, `2 steps`. */
export function countThings(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** `There are 2 steps but 1 step score.` */
export function tellCountsApart(steps: number, scores: number): string {
  const are = steps === 1 ? 'is' : 'are'
  return `There ${are} ${countThings(steps, 'step')} but ${countThings(scores, 'step score')}.`
}
