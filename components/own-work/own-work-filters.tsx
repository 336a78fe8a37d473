import { Menu, MenuLink } from '@/components/ui/menu'
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

const triggerClasses =
  'rounded-control text-accent underline decoration-current/35 underline-offset-3 hover:decoration-current data-popup-open:bg-wash'

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
      <Menu trigger={`Outcome: ${finishLabels[finish ?? 'any']}`} triggerClassName={triggerClasses}>
        {[undefined, ...finishReasons].map((each) => (
          <MenuLink
            key={each ?? 'any'}
            href={ownWorkHref(slug, { finish: each, flagged })}
            current={each === finish}
          >
            {finishLabels[each ?? 'any']}
          </MenuLink>
        ))}
      </Menu>
      <Menu trigger={`Flags: ${flagLabels[flagged ?? 'any']}`} triggerClassName={triggerClasses}>
        {([undefined, 'yes', 'no'] as const).map((each) => (
          <MenuLink
            key={each ?? 'any'}
            href={ownWorkHref(slug, { finish, flagged: each })}
            current={each === flagged}
          >
            {flagLabels[each ?? 'any']}
          </MenuLink>
        ))}
      </Menu>
      <span className="text-caption whitespace-nowrap text-ink-3">
        {formatQuantity(count, 'annotation')}
      </span>
    </div>
  )
}
