import { FilterMenu } from '@/components/ui/filter-menu'

/** Selects one annotator, or all. */
export function AnnotatorFilterMenu({
  people,
  person,
  address,
}: {
  people: readonly { user: string; name: string }[]
  person: string | undefined
  address: (person: string | undefined) => string
}) {
  return (
    <FilterMenu
      values={[undefined, ...people.map(({ user }) => user)]}
      value={people.some(({ user }) => user === person) ? person : undefined}
      nameValue={(user) => people.find((candidate) => candidate.user === user)?.name ?? 'all'}
      hrefOf={address}
    />
  )
}
