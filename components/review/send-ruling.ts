import type { OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import type { Rating } from '@/lib/formats/record'
import type {
  adjudicateSolutionContract,
  withdrawAdjudicationContract,
} from '@/lib/review/adjudication-contract'
import type {
  acceptAnnotationContract,
  returnAnnotationContract,
} from '@/lib/review/annotation-review-contract'
import type { Comparison } from './review'

interface Ruling {
  ratings: readonly Rating[]
  note: string
  isGold: boolean
  /** The annotation that says the same. */
  adopted: string | null
}

/** With what was read: the server refuses where something else is there by now. */
export function adjudicate(
  slug: string,
  { solution, revision, annotations, adjudication }: Comparison,
  { ratings, note, isGold, adopted }: Ruling,
) {
  return call<typeof adjudicateSolutionContract>(
    { method: 'post', path: '/projects/{project}/disagreements/{solution}/adjudications' },
    {
      ...{ project: slug, solution, revision, ratings: [...ratings], note, adopted, gold: isGold },
      seen: {
        annotations: annotations.map(({ annotation, submittedAt }) => ({
          annotation,
          submittedAt,
        })),
        adjudication: adjudication?.adjudication ?? null,
      },
    },
    { idempotencyKey: crypto.randomUUID() },
  )
}

export async function withdraw(slug: string, adjudication: string): Promise<OutcomeWords> {
  const { endedGold } = await call<typeof withdrawAdjudicationContract>(
    { method: 'post', path: '/projects/{project}/adjudications/{adjudication}/withdraw' },
    { project: slug, adjudication },
  )
  const gold = endedGold ? ' The solution is no gold any more.' : ''
  return {
    kind: 'done',
    words: `The adjudication is withdrawn.${gold} Your ratings are still here.`,
  }
}

/** An annotation as it was read. */
interface Seen {
  annotation: string
  submittedAt: string | null
}

/** Where no time is known nobody can send it back, and the server says so. */
const unknownTime = new Date(0).toISOString()

export async function sendBack(slug: string, seen: Seen, note: string): Promise<OutcomeWords> {
  const { annotation, submittedAt } = seen
  await call<typeof returnAnnotationContract>(
    { method: 'post', path: '/projects/{project}/annotations/{annotation}/return' },
    { project: slug, annotation, submittedAt: submittedAt ?? unknownTime, note },
    { idempotencyKey: crypto.randomUUID() },
  )
  return { kind: 'done', words: 'Sent back. Its annotator gets it before anything else.' }
}

export async function accept(
  slug: string,
  { annotation, submittedAt }: Seen,
): Promise<OutcomeWords> {
  await call<typeof acceptAnnotationContract>(
    { method: 'post', path: '/projects/{project}/annotations/{annotation}/accept' },
    { project: slug, annotation, submittedAt: submittedAt ?? unknownTime },
    { idempotencyKey: crypto.randomUUID() },
  )
  return { kind: 'done', words: 'Accepted.' }
}
