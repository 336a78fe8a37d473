import type { AnnotatorPair } from './agreement'

const maxMatrixPeople = 7

/** The annotators who share the most solutions with other annotators. */
export function listMatrixAnnotators(pairs: readonly AnnotatorPair[]): string[] {
  const solutionsByPerson = new Map<string, number>()
  for (const { a, b, solutions } of pairs)
    for (const labeler of [a, b])
      solutionsByPerson.set(labeler, (solutionsByPerson.get(labeler) ?? 0) + solutions)
  return [...solutionsByPerson]
    .toSorted(
      ([a, solutionsOfA], [b, solutionsOfB]) => solutionsOfB - solutionsOfA || (a < b ? -1 : 1),
    )
    .slice(0, maxMatrixPeople)
    .map(([labeler]) => labeler)
}
