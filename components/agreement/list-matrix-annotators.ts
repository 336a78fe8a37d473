import type { AnnotatorPair } from './agreement'

const maxMatrixPeople = 7

/** Annotators who share the most solutions with others. */
export function listMatrixAnnotators(pairs: readonly AnnotatorPair[]): string[] {
  const solutionsByPerson = new Map<string, number>()
  for (const { a, b, solutions } of pairs)
    for (const labeler of [a, b])
      solutionsByPerson.set(labeler, (solutionsByPerson.get(labeler) ?? 0) + solutions)
  return [...solutionsByPerson]
    .toSorted(([a, of], [b, other]) => other - of || (a < b ? -1 : 1))
    .slice(0, maxMatrixPeople)
    .map(([labeler]) => labeler)
}
