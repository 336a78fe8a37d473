import { AnnotatorFilterMenu } from '@/components/reviews/annotator-filter-menu'
import { type DisagreementListFilter, disagreementListHref } from '@/components/reviews/review'
import { FilterMenu } from '@/components/ui/filter-menu'
import { formatLimitedCount } from '@/lib/platform/max-counted-list-items'

const kindLabels = {
  any: 'any',
  negative: 'negative vs other',
  neutral: 'only neutral vs positive',
} as const

interface DisagreementFiltersProps {
  slug: string
  filter: DisagreementListFilter
  count: number
  /** Empty while names are hidden. */
  people: readonly { user: string; name: string }[]
}

/** Filters of the list of disagreements, with the number of matches. */
export function DisagreementFilters({ slug, filter, count, people }: DisagreementFiltersProps) {
  const { kind, person, otherPerson } = filter
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 pb-4 text-strong/7 text-ink-2">
      <div>
        Disagreement:{' '}
        <FilterMenu
          values={[undefined, 'negative', 'neutral']}
          value={kind}
          nameValue={(each) => kindLabels[each ?? 'any']}
          hrefOf={(each) => disagreementListHref(slug, { ...filter, kind: each })}
        />
        {people.length > 0 && (
          <>
            {' '}
            · Annotator:{' '}
            <AnnotatorFilterMenu
              people={people}
              person={person}
              address={(selectedPerson) =>
                disagreementListHref(slug, { ...filter, person: selectedPerson })
              }
            />
            {person && (
              <>
                {' '}
                and{' '}
                <AnnotatorFilterMenu
                  people={people.filter(({ user }) => user !== person)}
                  person={otherPerson}
                  address={(selectedPerson) =>
                    disagreementListHref(slug, { ...filter, otherPerson: selectedPerson })
                  }
                />
              </>
            )}
          </>
        )}
      </div>
      <span className="text-caption whitespace-nowrap text-ink-3">
        {formatLimitedCount(count)} {count === 1 ? 'solution' : 'solutions'}
      </span>
    </div>
  )
}
