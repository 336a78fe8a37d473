import { stepRepairHref } from '@/components/splits/step-repair'
import { Link } from '@/components/ui/link'

export function QuestionStepLink({
  slug,
  question: { solution, externalId, step },
}: {
  slug: string
  question: { solution: string; externalId: string | null; step: number }
}) {
  return (
    <Link href={stepRepairHref(slug, solution, step)}>
      step {step + 1}
      {externalId !== null && ` of ${externalId}`}
    </Link>
  )
}
