import { Menu, MenuLink } from '@/components/ui/menu'
import { formatLimitedCount } from './describe-review'
import { type ReviewFilter, reviewHref } from './review'

const kindLabels = {
  any: 'any',
  negative: 'error or not',
  neutral: 'neutral vs positive',
} as const

export const menuTriggerClasses =
  'rounded-control text-accent underline decoration-current/35 underline-offset-3 hover:decoration-current data-popup-open:bg-wash'

interface ReviewFilterProps {
  slug: string
  filter: ReviewFilter
  count: number
  /** Empty while names are hidden. */
  people: readonly { user: string; name: string }[]
}

/** Filters of the list of disagreements, with the number of matches. */
export function ReviewFilters({ slug, filter, count, people }: ReviewFilterProps) {
  const { kind, person, otherPerson } = filter
  return (
    <div className="pb-4 text-strong/7 text-ink-2">
      Disagreement:{' '}
      <Menu trigger={kindLabels[kind ?? 'any']} triggerClassName={menuTriggerClasses}>
        {([undefined, 'negative', 'neutral'] as const).map((option) => (
          <MenuLink
            key={option ?? 'any'}
            href={reviewHref(slug, { ...filter, kind: option })}
            current={option === kind}
          >
            {kindLabels[option ?? 'any']}
          </MenuLink>
        ))}
      </Menu>
      {people.length > 0 && (
        <>
          {' '}
          · Annotator:{' '}
          <AnnotatorFilterMenu
            {...{ people, person }}
            address={(selectedPerson) => reviewHref(slug, { ...filter, person: selectedPerson })}
          />
          {person && (
            <>
              {' '}
              and{' '}
              <AnnotatorFilterMenu
                people={people.filter(({ user }) => user !== person)}
                person={otherPerson}
                address={(selectedPerson) =>
                  reviewHref(slug, { ...filter, otherPerson: selectedPerson })
                }
              />
            </>
          )}
        </>
      )}
      <span className="ml-3 text-caption whitespace-nowrap text-ink-3">
        {formatLimitedCount(count)} {count === 1 ? 'solution' : 'solutions'}
      </span>
    </div>
  )
}

export function AnnotatorFilterMenu({
  people,
  person,
  address,
}: {
  people: ReviewFilterProps['people']
  person: string | undefined
  address: (person: string | undefined) => string
}) {
  const selected = people.find(({ user }) => user === person)
  return (
    <Menu trigger={selected?.name ?? 'all'} triggerClassName={menuTriggerClasses}>
      <MenuLink href={address(undefined)} current={!selected}>
        all
      </MenuLink>
      {people.map(({ user, name }) => (
        <MenuLink key={user} href={address(user)} current={user === person}>
          {name}
        </MenuLink>
      ))}
    </Menu>
  )
}
