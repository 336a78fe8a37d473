import { Menu, MenuLink } from '@/components/ui/menu'
import { finishReasons } from '@/lib/formats/record'
import { formatNoun } from '@/lib/platform/format'
import { addressOwnWork, type OwnFilter } from './own-work'

const finishWords = {
  any: 'however they ended',
  solution: 'without an error',
  found_error: 'with a first error',
  give_up: 'given up',
  bad_problem: 'reported as a bad problem',
} as const satisfies Record<NonNullable<OwnFilter['finish']> | 'any', string>

const flagWords = {
  any: 'flagged or not',
  yes: 'flagged unsure',
  no: 'not flagged',
} as const satisfies Record<NonNullable<OwnFilter['flagged']> | 'any', string>

const pick =
  'rounded-control text-accent underline decoration-current/35 underline-offset-3 hover:decoration-current data-popup-open:bg-wash'

/** What the list shows, in words that open what else it could show; how many there are stands at its end. */
export function FilterSentence({
  slug,
  filter,
  count,
}: {
  slug: string
  filter: OwnFilter
  count: number
}) {
  const { finish, flagged } = filter
  return (
    <div className="pb-4 text-strong/7 text-ink-2">
      Annotations{' '}
      <Menu trigger={finishWords[finish ?? 'any']} triggerClassName={pick}>
        {[undefined, ...finishReasons].map((each) => (
          <MenuLink
            key={each ?? 'any'}
            href={addressOwnWork(slug, { finish: each, flagged })}
            current={each === finish}
          >
            {finishWords[each ?? 'any']}
          </MenuLink>
        ))}
      </Menu>
      ,{' '}
      <Menu trigger={flagWords[flagged ?? 'any']} triggerClassName={pick}>
        {([undefined, 'yes', 'no'] as const).map((each) => (
          <MenuLink
            key={each ?? 'any'}
            href={addressOwnWork(slug, { finish, flagged: each })}
            current={each === flagged}
          >
            {flagWords[each ?? 'any']}
          </MenuLink>
        ))}
      </Menu>
      <span className="ml-3 text-caption whitespace-nowrap text-ink-3">
        {formatNoun(count, 'annotation')}
      </span>
    </div>
  )
}
