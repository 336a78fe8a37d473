import Form from 'next/form'
import type { ReactNode } from 'react'
import { ServerTypesetExcerpt } from '@/components/math/server-typeset-text'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { FilterMenu } from '@/components/ui/filter-menu'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { TextInput } from '@/components/ui/text-input'
import { goldOrigins } from '@/lib/gold/contract'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import { describeGoldAnswers, describeGoldFirstErrors, goldOriginLabels } from './describe-gold'
import { type GoldFilter, goldHref, type GoldItem, type GoldList, goldSolutionHref } from './gold'
import { GoldHeader } from './gold-header'

interface GoldPageProps {
  slug: string
  list: GoldList
  filter: GoldFilter
  /** Whether this is not the first page. */
  hasPreviousPage: boolean
  /** Can make solutions gold without an adjudication. */
  isAdmin: boolean
}

/** Gold solutions, with the answers to each. */
export function GoldPage({ slug, list, filter, hasPreviousPage, isAdmin }: GoldPageProps) {
  return (
    <PageLayout>
      <GoldHeader slug={slug} show="gold" />
      <section aria-label="Gold">
        <GoldFilters slug={slug} filter={filter} count={list.count} />
        <GoldTable
          slug={slug}
          gold={list.gold}
          empty={
            hasPreviousPage ? (
              'No more gold.'
            ) : (
              <NoGoldText slug={slug} filter={filter} isAdmin={isAdmin} />
            )
          }
        />
        <nav aria-label="Pagination" className="flex flex-wrap gap-x-4 pt-3">
          {hasPreviousPage && <Link href={goldHref(slug, filter)}>First page</Link>}
          {list.next !== null && <Link href={goldHref(slug, filter, list.next)}>Next page</Link>}
        </nav>
      </section>
    </PageLayout>
  )
}

function NoGoldText({ slug, filter, isAdmin }: Pick<GoldPageProps, 'slug' | 'filter' | 'isAdmin'>) {
  if (filter.origin ?? filter.error ?? filter.search)
    return (
      <>
        No gold matches these filters. <Link href={goldHref(slug)}>Show all gold</Link>
      </>
    )
  return `Gold (known answers) appears here. ${isAdmin ? 'Import gold labels, open an annotation under Review and choose “Gold page”, or accept solutions that annotators agree on.' : 'You can make a solution gold when you adjudicate it. Admins can also import, mark and accept gold.'}`
}

const errorFilterLabels = { some: 'With error', none: 'No error', any: 'With or without error' }
const orderLabels = { newest: 'Newest first', hardest: 'Most missed first' }

function GoldFilters({ slug, filter, count }: { slug: string; filter: GoldFilter; count: number }) {
  const { origin, error, order = 'newest', search } = filter
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 pb-4">
      <div className="flex flex-wrap items-baseline gap-x-3 text-strong/7 text-ink-2">
        <div>
          Origin:{' '}
          <FilterMenu
            values={[undefined, ...goldOrigins]}
            value={origin}
            nameValue={(option) => (option ? goldOriginLabels[option] : 'any')}
            hrefOf={(option) => goldHref(slug, { ...filter, origin: option })}
          />
          {' · '}
          <FilterMenu
            values={[undefined, 'some', 'none']}
            value={error}
            nameValue={(option) => errorFilterLabels[option ?? 'any']}
            hrefOf={(option) => goldHref(slug, { ...filter, error: option })}
          />
          {' · '}
          <FilterMenu
            values={['newest', 'hardest']}
            value={order}
            nameValue={(option) => orderLabels[option]}
            hrefOf={(option) => goldHref(slug, { ...filter, order: option })}
          />
        </div>
        <span className="text-caption whitespace-nowrap text-ink-3">
          {formatQuantity(count, 'solution')}
        </span>
      </div>
      <Form action={`/projects/${slug}/gold`} className="flex gap-2">
        {origin && <input type="hidden" name="origin" value={origin} />}
        {error && <input type="hidden" name="error" value={error} />}
        <input type="hidden" name="order" value={order} />
        <TextInput
          name="search"
          aria-label="Search problems and explanations"
          placeholder="Problem or explanation"
          defaultValue={search}
          maxLength={200}
          className="w-56!"
        />
        <Button type="submit" className="h-9!">
          Search
        </Button>
      </Form>
    </div>
  )
}

function GoldTable({
  slug,
  gold,
  empty,
}: {
  slug: string
  gold: readonly GoldItem[]
  empty: ReactNode
}) {
  return (
    <DataTable
      aria-label="Gold"
      rows={gold}
      rowKey={({ solution }) => solution}
      hasLinks
      empty={empty}
      columns={[
        {
          header: 'Problem and answer',
          cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
          render: (item) => <ProblemAndAnswer slug={slug} item={item} />,
        },
        {
          header: 'Results',
          cellClassName: 'pt-2',
          render: (item) => describeGoldAnswers(item) ?? 'none since it became gold',
        },
        {
          header: 'Origin',
          minScreen: 'desk',
          cellClassName: 'pt-2',
          render: ({ origin }) => goldOriginLabels[origin],
          renderCaption: ({ by }) => by !== null && `by ${by}`,
        },
        {
          header: 'Added (UTC)',
          minScreen: 'wide',
          cellClassName: 'pt-2 whitespace-nowrap text-ink-2',
          render: ({ at }) => formatInstant(at),
        },
      ]}
    />
  )
}

function ProblemAndAnswer({ slug, item }: { slug: string; item: GoldItem }) {
  return (
    <>
      <div className="font-read text-excerpt font-text">
        <ServerTypesetExcerpt source={item.problem} />
      </div>
      <p className="pt-0.5 text-caption text-ink-3">
        <Link href={goldSolutionHref(slug, item.solution)} className="font-label">
          {describeGoldFirstErrors(item.firstErrors, item.stepCount)}
        </Link>
        {item.externalId !== null && `, ${item.externalId}`}
        <span className="desk:hidden">, {goldOriginLabels[item.origin]}</span>
      </p>
      {item.explanation !== null && (
        <div className="font-read text-excerpt font-text text-ink-2 italic">
          <ServerTypesetExcerpt source={item.explanation} />
        </div>
      )}
    </>
  )
}
