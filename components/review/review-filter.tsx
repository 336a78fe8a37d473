import { Menu, MenuLink } from '@/components/ui/menu'
import { nameCount } from './describe-review'
import { addressReview, type ReviewFilter } from './review'

const kindWords = {
  any: 'in any way',
  negative: 'over an error',
  neutral: 'over neutral and positive',
} as const

export const pick =
  'rounded-control text-accent underline decoration-current/35 underline-offset-3 hover:decoration-current data-popup-open:bg-wash'

interface ReviewFilterProps {
  slug: string
  filter: ReviewFilter
  count: number
  /** To choose from; empty while names are hidden. */
  people: readonly { user: string; name: string }[]
}

/** What the list shows, in words that open what else it could show; how many there are stands at its end. */
export function ReviewFilterSentence({ slug, filter, count, people }: ReviewFilterProps) {
  const { kind, person, other } = filter
  return (
    <div className="pb-4 text-strong/7 text-ink-2">
      Annotations that part{' '}
      <Menu trigger={kindWords[kind ?? 'any']} triggerClassName={pick}>
        {([undefined, 'negative', 'neutral'] as const).map((each) => (
          <MenuLink
            key={each ?? 'any'}
            href={addressReview(slug, { ...filter, kind: each })}
            current={each === kind}
          >
            {kindWords[each ?? 'any']}
          </MenuLink>
        ))}
      </Menu>
      {people.length > 0 && (
        <>
          , by{' '}
          <PersonMenu
            {...{ people, person }}
            address={(chosen) => addressReview(slug, { ...filter, person: chosen })}
          />
          {person && (
            <>
              {' '}
              and{' '}
              <PersonMenu
                people={people.filter(({ user }) => user !== person)}
                person={other}
                address={(chosen) => addressReview(slug, { ...filter, other: chosen })}
              />
            </>
          )}
        </>
      )}
      <span className="ml-3 text-caption whitespace-nowrap text-ink-3">
        {nameCount(count)} {count === 1 ? 'solution' : 'solutions'}
      </span>
    </div>
  )
}

export function PersonMenu({
  people,
  person,
  address,
}: {
  people: ReviewFilterProps['people']
  person: string | undefined
  address: (person: string | undefined) => string
}) {
  const found = people.find(({ user }) => user === person)
  return (
    <Menu trigger={found?.name ?? 'anybody'} triggerClassName={pick}>
      <MenuLink href={address(undefined)} current={!found}>
        anybody
      </MenuLink>
      {people.map(({ user, name }) => (
        <MenuLink key={user} href={address(user)} current={user === person}>
          {name}
        </MenuLink>
      ))}
    </Menu>
  )
}
