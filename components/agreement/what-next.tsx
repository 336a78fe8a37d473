import { Link } from '@/components/ui/link'
import { RailList, type RailItem } from '@/components/ui/rail-list'
import type { AgreementFilters } from './agreement'
import { addressAgreement, isUnfiltered } from './write-filters'

/** In place of numbers: nobody has labelled a solution that somebody else has. */
export function WhatNext({
  slug,
  filters,
  isAdmin,
  hasLabels,
}: {
  slug: string
  filters: AgreementFilters
  isAdmin: boolean
  hasLabels: boolean
}) {
  if (!isUnfiltered(filters))
    return (
      <p className="border-t border-ink pt-3 text-strong text-ink-2">
        No solution of this choice has two annotations that can be compared.{' '}
        <Link href={addressAgreement(slug, { sample: 'auto', labels: 'all' })}>
          Show every label
        </Link>
      </p>
    )
  const link = (path: string, words: string) => (
    <Link href={`/projects/${slug}/${path}`}>{words}</Link>
  )
  const items: RailItem[] = [
    {
      title: 'Solutions labelled',
      words: hasLabels
        ? 'There are labels, of one person for each solution.'
        : 'Somebody labels a solution, or labels come with data.',
      state: hasLabels ? 'done' : 'now',
      act: hasLabels ? undefined : link('label', 'Label'),
    },
    {
      title: 'Two people for a solution',
      words:
        'A round gives what it draws at random to two people; the overlap in the settings gives every solution to as many as one says. Labels that came with data count, where two people made them.',
      state: hasLabels ? 'now' : 'later',
      act: isAdmin ? (
        <span className="flex flex-wrap gap-x-6 gap-y-1">
          {link('queue/new', 'Plan a round')}
          {link('settings', 'Set the overlap')}
          {link('data', 'Bring in labels')}
        </span>
      ) : undefined,
    },
    {
      title: 'Numbers',
      words: 'They stand here from 20 solutions on that two people labelled.',
      state: 'later',
    },
  ]
  return <RailList items={items} />
}
