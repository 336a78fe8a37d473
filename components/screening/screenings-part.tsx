'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatActiveTime } from '@/lib/client/time-work'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import { RulingForm } from './ruling-form'
import type { Attempt, Screened, Screenings } from './screening'

interface ScreeningsPartProps {
  slug: string
  screenings: Screenings
  /** Admins let people in. */
  canRule: boolean
}

/** Who passes a screening before they label, how it went, and for admins what to do about it. */
export function ScreeningsPart({ slug, screenings, canRule }: ScreeningsPartProps) {
  const router = useRouter()
  const [ruling, setRuling] = useState<string | null>(null)
  const { screens, people } = screenings
  const asked = people.find(({ user }) => user === ruling) ?? null
  if (!screens && people.length === 0) return null
  return (
    <section aria-labelledby="screening" className="pt-12">
      <SectionHead id="screening" title="Screening">
        {screens ? 'new annotators pass it before they label' : 'turned off: everybody may label'}
      </SectionHead>
      {people.length === 0 ? (
        <p className="border-y border-ink py-3 text-ink-2">
          There is no annotator to be screened. Who is added as one finds the screening in place of
          work.
        </p>
      ) : (
        <ScreenedTable people={people} onRule={canRule ? setRuling : null} />
      )}
      {asked && canRule && (
        <RulingForm
          key={asked.user}
          slug={slug}
          person={asked}
          onRuled={() => router.refresh()}
          onLeave={() => setRuling(null)}
        />
      )}
    </section>
  )
}

function ScreenedTable({
  people,
  onRule,
}: {
  people: readonly Screened[]
  onRule: ((user: string) => void) | null
}) {
  return (
    <Table aria-labelledby="screening">
      <thead>
        <tr>
          <HeadCell>Person</HeadCell>
          <HeadCell>Stands</HeadCell>
          <HeadCell className="max-desk:hidden">Tries and decisions</HeadCell>
          {onRule && (
            <HeadCell>
              <span className="sr-only">Decide</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.user}>
            <Cell className="wrap-anywhere">{person.name}</Cell>
            <Cell>
              {standingWords[person.standing]}
              <div className="desk:hidden">
                <History {...person} />
              </div>
            </Cell>
            <Cell className="text-ink-2 max-desk:hidden">
              <History {...person} />
            </Cell>
            {onRule && (
              <Cell className="text-right">
                {canBeRuledOn(person) && (
                  <LinkButton
                    aria-label={`Decide about ${person.name}`}
                    onClick={() => onRule(person.user)}
                  >
                    Decide
                  </LinkButton>
                )}
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const canBeRuledOn = ({ standing }: Screened) => standing !== 'admitted' && standing !== 'none'

const standingWords = {
  none: 'not screened',
  due: 'has to begin',
  screening: 'at it',
  failed: 'not passed',
  admitted: 'in',
} as const satisfies Record<Screened['standing'], string>

function History({ standing, attempts, rulings }: Screened) {
  if (attempts.length + rulings.length === 0)
    return (
      <span className="text-ink-3">
        {standing === 'admitted' ? 'worked here before it was turned on' : 'no try yet'}
      </span>
    )
  return (
    <ul>
      {attempts.map((attempt) => (
        <li key={attempt.number}>{describeAttempt(attempt)}</li>
      ))}
      {rulings.map(({ kind, note, by, at }) => (
        <li key={at}>
          {kind === 'admitted' ? 'Let in' : 'Given another try'} by {by}, {formatInstant(at)}:{' '}
          <i className="font-read">{note}</i>
        </li>
      ))}
    </ul>
  )
}

function describeAttempt({ exact, items, answered, needed, activeMs, endedAt }: Attempt): string {
  if (exact === null || endedAt === null)
    return `${answered} of ${formatNoun(items, 'solution')} answered so far`
  return `${exact} of ${items} exact, ${needed} needed, ${formatActiveTime(activeMs ?? 0)} at work, ${formatInstant(endedAt)}`
}
