import { adjudicateSolution } from '@/lib/adjudication/server/commands'
import { compareAnnotations } from '@/lib/adjudication/server/queries'
import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import type { TestProject } from '@/prisma/seed/factories'

/** Adjudicates a solution as a reviewer who has read its current state. */
export async function adjudicateTestSolution(
  project: TestProject,
  reviewer: Person,
  solution: string,
  ratings: readonly Rating[],
  { gold = false }: { gold?: boolean } = {},
) {
  const solutionKey = { project: project.slug, solution }
  const { annotations, adjudication, revision } = await compareAnnotations.execute(
    reviewer,
    solutionKey,
  )
  const expected = {
    annotations: annotations.map(({ annotation, version }) => ({ annotation, version })),
    adjudication: adjudication?.adjudication ?? null,
  }
  const input = { ...solutionKey, revision, ratings, gold, expected }
  return adjudicateSolution.execute(reviewer, adjudicateSolution.contract.input.parse(input))
}
