/** Groups of features. The numbers are part of a stored model, so append new ones at the end. */
const names = [
  'position',
  'length',
  'positionAndLength',
  'writtenSoFar',
  'failed',
  'held',
  'failedAndHeld',
  'failedBefore',
  'heldBefore',
  'substitutedFailed',
  'contradictions',
  'nearMisses',
  'anyFailed',
  'numbers',
  'newNumbers',
  'derivedNumbers',
  'newShare',
  'newBefore',
  'inProblem',
  'inLast',
  'inEarlier',
  'flags',
  'flag',
  'concludesAndPosition',
  'numbersAndClaims',
  'concludesAndFailed',
  'positionAndFailed',
  'positionAndHeld',
  'word',
  'pair',
  'wordAfterNext',
] as const

export const groups = Object.fromEntries(names.map((name, i) => [name, i + 1])) as Readonly<
  Record<(typeof names)[number], number>
>
