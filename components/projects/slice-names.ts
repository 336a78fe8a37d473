/** Names of queue slices. */
export const sliceNames: Record<string, string> = {
  'convincing-wrong': 'Convincing wrong',
  'paper-80-20': 'Four wrong to one other',
  'right-answer-weak-process': 'Right answer, weak process',
  uncertain: 'Uncertain',
  random: 'At random',
  wrong: 'Wrong answer',
  rest: 'The rest',
}
