'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { FilterFormChip } from '@/components/ui/filter-chip'
import { joinClasses } from '@/components/ui/join-classes'
import { Link } from '@/components/ui/link'
import { TextField } from '@/components/ui/text-field'
import type { AgreementFilters } from './agreement'
import { agreementHref } from './agreement-href'
import { addDays } from './describe-filters'

export interface DateFilterLink {
  label: string
  href: string
  isCurrent: boolean
}

/** Days of submission (UTC): common ranges, or a first and a last day. */
export function DatesFilterChip({
  slug,
  filters,
  value,
  choices,
}: {
  slug: string
  filters: AgreementFilters
  value: string
  choices: readonly DateFilterLink[]
}) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [firstDay, setFirstDay] = useState(filters.from ?? '')
  const [lastDay, setLastDay] = useState(filters.until ? addDays(filters.until, -1) : '')
  const [wasSubmitted, setSubmitted] = useState(false)
  const isReversed = firstDay !== '' && lastDay !== '' && lastDay < firstDay
  const hrefOf = (from: string, last: string) =>
    agreementHref(slug, {
      ...filters,
      from: from || undefined,
      until: last ? addDays(last, 1) : undefined,
    })
  const isSet = filters.from !== undefined || filters.until !== undefined
  return (
    <FilterFormChip
      label="Dates"
      value={value}
      clearHref={isSet ? hrefOf('', '') : null}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <ul className="py-1">
        {choices.map(({ label, href, isCurrent }) => (
          <li key={label}>
            <Link
              href={href}
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => setOpen(false)}
              className={joinClasses(
                'flex min-h-8 items-center px-3 py-1 text-ink no-underline outline-offset-[-2px] hover:bg-wash hover:text-ink',
                isCurrent && 'font-strong',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <form
        aria-label="Dates (UTC)"
        className="grid gap-3 border-t border-rule p-3"
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (isReversed) return
          setOpen(false)
          router.push(hrefOf(firstDay, lastDay), { scroll: false })
        }}
      >
        <TextField
          label="First day"
          type="date"
          value={firstDay}
          onChange={(event) => setFirstDay(event.target.value)}
        />
        <TextField
          label="Last day"
          type="date"
          value={lastDay}
          error={wasSubmitted && isReversed && 'The last day is before the first day.'}
          onChange={(event) => setLastDay(event.target.value)}
        />
        <p className="max-w-56 text-caption text-ink-3">
          Only annotations submitted on these days (UTC) are compared. A solution counts if it has
          at least two of them.
        </p>
        <Button type="submit">Apply</Button>
      </form>
    </FilterFormChip>
  )
}
