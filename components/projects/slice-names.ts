/** Slices of the queue as people call them. */
export const sliceNames: Record<string, string> = {
  'convincing-wrong': 'Convincing wrong',
  wrong: 'Wrong answer',
  rest: 'The rest',
}
