/** What a feature speaks of. The numbers are part of what a model means: a new one goes to the end. */
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
