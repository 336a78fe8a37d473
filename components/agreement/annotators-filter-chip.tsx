'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { FilterChip } from '@/components/ui/filter-chip'
import { MenuAction, MenuCheckbox, MenuSeparator } from '@/components/ui/menu'
import type { AgreementFilters, AgreementFilterChoices } from './agreement'
import { agreementHref } from './agreement-href'

/** Several annotators can be selected; the page updates when the menu closes. */
export function AnnotatorsFilterChip({
  slug,
  filters,
  value,
  people,
}: {
  slug: string
  filters: AgreementFilters
  value: string
  people: AgreementFilterChoices['people']
}) {
  const router = useRouter()
  const [selectedLabelers, setSelectedLabelers] = useState<readonly string[]>(filters.people ?? [])
  const hrefOf = (labelers: readonly string[]) =>
    agreementHref(slug, {
      ...filters,
      people: labelers.length === 0 ? undefined : [...labelers].sort(),
    })
  const hasChanged = [...selectedLabelers].sort().join('\n') !== (filters.people ?? []).join('\n')
  return (
    <FilterChip
      label="Annotators"
      value={value}
      clearHref={filters.people === undefined ? null : hrefOf([])}
      onOpen={() => setSelectedLabelers(filters.people ?? [])}
      onClose={() => hasChanged && router.push(hrefOf(selectedLabelers), { scroll: false })}
    >
      <MenuAction onClick={() => router.push(hrefOf([]), { scroll: false })}>All</MenuAction>
      <MenuSeparator />
      {people.map(({ labeler, name }) => (
        <MenuCheckbox
          key={labeler}
          isChecked={selectedLabelers.includes(labeler)}
          onChange={(isChecked) =>
            setSelectedLabelers(
              isChecked
                ? [...selectedLabelers, labeler]
                : selectedLabelers.filter((each) => each !== labeler),
            )
          }
        >
          <span className="truncate">{name}</span>
        </MenuCheckbox>
      ))}
    </FilterChip>
  )
}
