'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { Menu, MenuAct, MenuCheck, MenuRule } from '@/components/ui/menu'
import type { AgreementFilters, Choices } from './agreement'
import { pickClasses } from './pick-classes'
import { addressAgreement } from './write-filters'

/** Whose annotations are compared. Several are ticked, and shown when the menu is left. */
export function PeopleMenu({
  slug,
  filters,
  words,
  people,
}: {
  slug: string
  filters: AgreementFilters
  words: string
  people: Choices['people']
}) {
  const router = useRouter()
  const [chosen, setChosen] = useState<readonly string[]>(filters.people ?? [])
  const show = (labelers: readonly string[]) =>
    router.push(
      addressAgreement(slug, {
        ...filters,
        people: labelers.length === 0 ? undefined : [...labelers].sort(),
      }),
      { scroll: false },
    )
  const isChanged = [...chosen].sort().join('\n') !== (filters.people ?? []).join('\n')
  return (
    <Menu
      trigger={
        <>
          {words}
          <Icon name="chevron" className="size-3.5 text-ink-3" />
        </>
      }
      triggerClassName={pickClasses}
      onOpen={() => setChosen(filters.people ?? [])}
      onClose={() => isChanged && show(chosen)}
    >
      <MenuAct onClick={() => setChosen([])}>everybody</MenuAct>
      <MenuRule />
      {people.map(({ labeler, name }) => (
        <MenuCheck
          key={labeler}
          isChecked={chosen.includes(labeler)}
          onChange={(isChecked) =>
            setChosen(isChecked ? [...chosen, labeler] : chosen.filter((each) => each !== labeler))
          }
        >
          <span className="truncate">{name}</span>
        </MenuCheck>
      ))}
    </Menu>
  )
}
