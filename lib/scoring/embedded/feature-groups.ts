/** Groups of features. The numbers are part of a stored model, so append new ones at the end. */
const names = [
  'position',
  'length',
  'failedClaims',
  'trueClaims',
  'failedAndTrueClaims',
  'nearMisses',
  'numbers',
  'newNumbers',
  'derivedNumbers',
  'newShare',
  'numbersAndClaims',
  'word',
  'pair',
  'wordAfterNext',
] as const

export const featureGroupIds = Object.fromEntries(
  names.map((name, i) => [name, i + 1]),
) as Readonly<Record<(typeof names)[number], number>>
