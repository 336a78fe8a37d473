'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { SectionHeader } from '@/components/ui/section-header'
import { makeActionColumn } from '@/components/ui/table-columns'
import { formatInstant, formatQuantity, formatShortDuration } from '@/lib/platform/format'
import type { ScreeningAttempt, ScreenedAnnotator, ScreeningList } from './screening'
import { ScreeningDecisionForm } from './screening-decision-form'

interface ScreeningSectionProps {
  slug: string
  screenings: ScreeningList
  /** Only admins can. */
  canDecide: boolean
}

/** Screening results of the annotators. Admins can decide about those who are being screened or failed. */
export function ScreeningSection({ slug, screenings, canDecide }: ScreeningSectionProps) {
  const router = useRouter()
  const [selectedUser, setSelectedUser] = useState<string | null>(null)
  const { screens, people } = screenings
  const selected = people.find(({ user }) => user === selectedUser) ?? null
  if (!screens && people.length === 0) return null
  return (
    <section aria-labelledby="screening" className="pt-12">
      <SectionHeader id="screening" title="Screening">
        {screens ? 'Required before labelling' : 'Off'}
      </SectionHeader>
      {people.length === 0 ? (
        <p className="border-y border-ink py-3 text-ink-2">New annotators appear here.</p>
      ) : (
        <ScreeningTable people={people} onDecide={canDecide ? setSelectedUser : null} />
      )}
      {selected && canDecide && (
        <ScreeningDecisionForm
          key={selected.user}
          slug={slug}
          person={selected}
          onDecided={() => router.refresh()}
          onClose={() => setSelectedUser(null)}
        />
      )}
    </section>
  )
}

function ScreeningTable({
  people,
  onDecide,
}: {
  people: readonly ScreenedAnnotator[]
  onDecide: ((user: string) => void) | null
}) {
  return (
    <DataTable
      aria-labelledby="screening"
      rows={people}
      rowKey={({ user }) => user}
      columns={[
        { header: 'Person', className: 'wrap-anywhere', render: ({ name }) => name },
        {
          header: 'Status',
          render: (person) => (
            <>
              {statusLabels[person.status]}
              <div className="desk:hidden">
                <ScreeningHistory {...person} />
              </div>
            </>
          ),
        },
        {
          header: 'Attempts and decisions',
          minScreen: 'desk',
          cellClassName: 'text-ink-2',
          render: (person) => <ScreeningHistory {...person} />,
        },
        onDecide &&
          makeActionColumn<ScreenedAnnotator>(
            'Decide',
            (person) => canBeDecided(person) && `Decide about ${person.name}`,
            ({ user }) => onDecide(user),
          ),
      ]}
    />
  )
}

const canBeDecided = ({ status }: ScreenedAnnotator) => status !== 'admitted' && status !== 'none'

const statusLabels = {
  none: 'Not required',
  required: 'Not started',
  screening: 'In progress',
  failed: 'Failed',
  admitted: 'Admitted',
} as const satisfies Record<ScreenedAnnotator['status'], string>

function ScreeningHistory({ status, attempts, decisions }: ScreenedAnnotator) {
  if (attempts.length + decisions.length === 0)
    return (
      <span className="text-ink-3">
        {status === 'admitted' ? 'Labelled here before screening was on' : 'No attempts yet'}
      </span>
    )
  return (
    <ul>
      {attempts.map((attempt) => (
        <li key={attempt.number}>{describeAttempt(attempt)}</li>
      ))}
      {decisions.map(({ kind, note, by, at }) => (
        <li key={at}>
          {kind === 'admitted' ? 'Admitted' : 'Given another attempt'} by {by}, {formatInstant(at)}:{' '}
          <i className="font-read">{note}</i>
        </li>
      ))}
    </ul>
  )
}

function describeAttempt({
  exact,
  items,
  answered,
  needed,
  activeMs,
  endedAt,
}: ScreeningAttempt): string {
  if (exact === null || endedAt === null)
    return `${answered} of ${formatQuantity(items, 'solution')} answered`
  return `${exact} of ${items} exact (needs ${needed}) · ${formatShortDuration(activeMs ?? 0)} · ${formatInstant(endedAt)}`
}
