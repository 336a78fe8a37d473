import { Checklist, type ChecklistItem } from '@/components/ui/checklist'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import type { AgreementFilters } from './agreement'
import { agreementHref, hasNoFilters } from './agreement-href'

/** Shown instead of numbers while no solution has two annotations. */
export function FirstAgreementChecklist({
  slug,
  filters,
  overlap,
  isAdmin,
  hasLabels,
}: {
  slug: string
  filters: AgreementFilters
  /** The project’s annotators per solution. */
  overlap: number
  isAdmin: boolean
  hasLabels: boolean
}) {
  if (!hasNoFilters(filters))
    return (
      <EmptyText>
        {filters.people?.length === 1
          ? 'Only one annotator is selected: select at least two to compare them.'
          : 'No solution with these filters has two annotations.'}{' '}
        <Link href={agreementHref(slug, { sample: 'auto', labels: 'all' })}>Clear filters</Link>
      </EmptyText>
    )
  const link = (path: string, text: string) => (
    <Link href={`/projects/${slug}/${path}`}>{text}</Link>
  )
  const items: ChecklistItem[] = [
    {
      title: 'Label solutions',
      description: hasLabels
        ? 'No solution has two annotations yet.'
        : 'Label or import annotations.',
      state: hasLabels ? 'done' : 'now',
      action: hasLabels ? undefined : link('label', 'Label'),
    },
    {
      title: 'Get two annotations per solution',
      description:
        overlap > 1
          ? `Newly queued solutions get ${overlap} annotators by default.`
          : 'The random sample of a round gets two annotators. For all solutions, raise “Annotators per solution”.',
      state: hasLabels ? 'now' : 'later',
      action: isAdmin ? (
        <span className="flex flex-wrap gap-x-6 gap-y-1">
          {link('queue/new', 'Plan round')}
          {overlap === 1 && link('settings', 'Change settings')}
          {link('data', 'Import annotations')}
        </span>
      ) : undefined,
    },
    {
      title: 'See agreement',
      description: 'Measures need 20 solutions with two annotations.',
      state: 'later',
    },
  ]
  return <Checklist items={items} />
}
