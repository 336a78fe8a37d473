import type { Comparison } from '@/components/reviews/review'
import type { FirstErrorAnswers } from '@/lib/adjudication/adjudication-state'
import { callApi } from '@/lib/client/call-api'
import type { Rating } from '@/lib/formats/record'

interface FinalLabels {
  ratings: readonly Rating[]
  answers: FirstErrorAnswers
  note: string
  isGold: boolean
  /** Id of the first annotation with the same ratings; null if there is none. */
  adopted: string | null
}

/** Also sends which annotations the reviewer saw, so that the server rejects the request if they have changed. */
export function adjudicateSolution(
  slug: string,
  { solution, revision, annotations, adjudication }: Comparison,
  { ratings, answers, note, isGold, adopted }: FinalLabels,
) {
  return callApi(
    'post /projects/{project}/disagreements/{solution}/adjudications',
    {
      project: slug,
      solution,
      revision,
      ratings: [...ratings],
      note,
      adopted,
      gold: isGold,
      answers: {
        ...answers,
        options: answers.options.filter((rating) => rating !== null),
      },
      expected: {
        annotations: annotations.map(({ annotation, version }) => ({ annotation, version })),
        adjudication: adjudication?.adjudication ?? null,
      },
    },
    { idempotencyKey: crypto.randomUUID() },
  )
}

const timeoutMs = 30_000

/** Loads the options and candidate explanations to show if a step is the first error. */
export const loadOptionsAtFirstError = (
  slug: string,
  { solution, revision }: Pick<Comparison, 'solution' | 'revision'>,
  step: number,
) =>
  callApi(
    'get /projects/{project}/disagreements/{solution}/options',
    { project: slug, solution, step, revision },
    { signal: AbortSignal.timeout(timeoutMs) },
  )

export async function sendAdjudicationWithdrawal(
  slug: string,
  adjudication: string,
): Promise<string> {
  const { endedGold } = await callApi(
    'post /projects/{project}/adjudications/{adjudication}/withdraw',
    { project: slug, adjudication },
  )
  const goldText = endedGold ? ' The solution is no longer gold.' : ''
  return `Adjudication withdrawn.${goldText} Your ratings are still here.`
}
