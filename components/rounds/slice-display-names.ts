/** Names of queue slices. */
export const sliceDisplayNames: Record<string, string> = {
  'convincing-wrong': 'Convincing but wrong',
  'paper-80-20': 'PRM800K mix',
  'right-answer-weak-process': 'Correct answer, weak step',
  uncertain: 'Uncertain',
  random: 'Random sample',
  wrong: 'Wrong answer',
  rest: 'Other',
}

/** Slices that only imports before the first round put in the queue. No policy selects them. */
export const importOnlySlices: ReadonlySet<string> = new Set(['wrong', 'rest'])
