import type { Pair } from './agreement'

/** More have no room on a page. */
const matrixPeople = 7

/** Those who share most with others, most first; two at least where there is a pair. */
export function listMatrixPeople(pairs: readonly Pair[]): string[] {
  const shared = new Map<string, number>()
  for (const { a, b, solutions } of pairs)
    for (const labeler of [a, b]) shared.set(labeler, (shared.get(labeler) ?? 0) + solutions)
  return [...shared]
    .toSorted(([a, of], [b, other]) => other - of || (a < b ? -1 : 1))
    .slice(0, matrixPeople)
    .map(([labeler]) => labeler)
}
