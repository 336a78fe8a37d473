import { FilterMenu } from '@/components/ui/filter-menu'
import { finishReasons } from '@/lib/formats/record'
import { formatQuantity } from '@/lib/platform/format'
import { ownWorkHref, type OwnWorkFilter } from './own-work'

const finishLabels = {
  any: 'any',
  solution: 'no error',
  found_error: 'error found',
  give_up: 'given up',
  bad_problem: 'bad problem',
} as const satisfies Record<NonNullable<OwnWorkFilter['finish']> | 'any', string>

const flagLabels = {
  any: 'any',
  yes: 'flagged',
  no: 'not flagged',
} as const satisfies Record<NonNullable<OwnWorkFilter['flagged']> | 'any', string>

/** The filters of the list, and how many annotations match. */
export function OwnWorkFilters({
  slug,
  filter,
  count,
}: {
  slug: string
  filter: OwnWorkFilter
  count: number
}) {
  const { finish, flagged } = filter
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pb-4 text-strong/7 text-ink-2">
      <FilterMenu
        label="Outcome"
        values={[undefined, ...finishReasons]}
        value={finish}
        nameValue={(option) => finishLabels[option ?? 'any']}
        hrefOf={(option) => ownWorkHref(slug, { finish: option, flagged })}
      />
      <FilterMenu
        label="Flags"
        values={[undefined, 'yes', 'no']}
        value={flagged}
        nameValue={(option) => flagLabels[option ?? 'any']}
        hrefOf={(option) => ownWorkHref(slug, { finish, flagged: option })}
      />
      <span className="text-caption whitespace-nowrap text-ink-3">
        {formatQuantity(count, 'annotation')}
      </span>
    </div>
  )
}
