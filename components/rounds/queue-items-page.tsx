import { EmptyText } from '@/components/ui/empty-text'
import { FilterMenu } from '@/components/ui/filter-menu'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { QueueList } from './queue-list'
import type { QueueShortcuts } from './queue-shortcuts'
import { queueItemsHref, queueHref, type QueueReply } from './round'
import { sliceDisplayNames } from './slice-display-names'
import { typesetQueueItems } from './typeset-queue-item'

interface QueueItemsPageProps {
  slug: string
  isAdmin: boolean
  keys: QueueShortcuts
  listing: QueueReply
  /** Only this slice. */
  slice: string | undefined
  /** Not the first page. */
  isLaterPage: boolean
  /** Row number of the first item. */
  position: number
  /** Slices that waiting items can belong to. */
  slices: readonly string[]
}

/** All waiting items in serving order, paginated. */
export async function QueueItemsPage(props: QueueItemsPageProps) {
  const { slug, listing, slice, isLaterPage, position } = props
  return (
    <PageLayout>
      <PageTitle
        title="Waiting"
        abstract={`${formatQuantity(listing.waiting, 'solution')} in serving order · ${formatCount(listing.leased)} in progress`}
      />
      <SliceFilter {...props} />
      {listing.items.length === 0 ? (
        <EmptyMessage {...props} />
      ) : (
        <QueueList
          key={listing.items[0]?.solution}
          slug={slug}
          keys={props.keys}
          canExclude={props.isAdmin}
          firstRowNumber={position}
          items={await typesetQueueItems(listing.items)}
        >
          <nav aria-label="Pagination" className="flex flex-wrap gap-x-4">
            <Link href={queueHref(slug)}>Back to the queue</Link>
            {isLaterPage && <Link href={queueItemsHref(slug, { slice })}>First page</Link>}
            {listing.next !== null && (
              <Link
                href={queueItemsHref(slug, {
                  slice,
                  after: listing.next,
                  position: position + listing.items.length,
                })}
              >
                Next page
              </Link>
            )}
          </nav>
        </QueueList>
      )}
    </PageLayout>
  )
}

function SliceFilter({ slug, slice, slices }: QueueItemsPageProps) {
  return (
    <div className="pb-4 text-strong/7 text-ink-2">
      Slice:{' '}
      <FilterMenu
        values={[undefined, ...slices]}
        value={slice}
        nameValue={(option) =>
          option === undefined ? 'All slices' : (sliceDisplayNames[option] ?? option)
        }
        hrefOf={(option) => queueItemsHref(slug, { slice: option })}
      />
    </div>
  )
}

function EmptyMessage({ slug, slice, isLaterPage }: QueueItemsPageProps) {
  return (
    <EmptyText>
      {isLaterPage
        ? 'No more waiting items. '
        : slice === undefined
          ? 'No solutions are waiting. '
          : `No solutions are waiting in “${sliceDisplayNames[slice] ?? slice}”. `}
      {slice !== undefined || isLaterPage ? (
        <Link href={queueItemsHref(slug)}>Show all waiting items</Link>
      ) : (
        <Link href={queueHref(slug)}>Back to the queue</Link>
      )}
    </EmptyText>
  )
}
