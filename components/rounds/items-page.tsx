import { sliceNames } from '@/components/projects/slice-names'
import { Link } from '@/components/ui/link'
import { Menu, MenuLink } from '@/components/ui/menu'
import { Page, PageTitle } from '@/components/ui/page'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { HeadKeys } from './head-keys'
import { QueueBoard } from './queue-board'
import { addressItems, addressQueue, type QueueHead } from './round'
import { showItem } from './show-item'

interface ItemsPageProps {
  slug: string
  isAdmin: boolean
  keys: HeadKeys
  head: QueueHead
  /** Of this slice alone. */
  slice: string | undefined
  /** Not the first page. */
  isFurther: boolean
  /** Number of the first row. */
  place: number
  /** Slices that there are. */
  slices: readonly string[]
}

const pick =
  'rounded-control text-accent underline decoration-current/35 underline-offset-3 hover:decoration-current data-popup-open:bg-wash'

/** Every open item in the order in which they are served, a page at a time. */
export function ItemsPage(props: ItemsPageProps) {
  const { slug, head, slice, isFurther, place } = props
  return (
    <Page>
      <PageTitle
        title="Open items"
        abstract={`${formatNoun(head.open, 'solution is', 'solutions are')} open, in the order in which they are served. ${head.held === 0 ? 'Nobody holds one now.' : `${formatCount(head.held)} ${head.held === 1 ? 'is' : 'are'} with somebody now.`}`}
      />
      <Filter {...props} />
      {head.items.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <QueueBoard
          key={head.items[0]?.solution}
          slug={slug}
          keys={props.keys}
          canTakeOut={props.isAdmin}
          first={place}
          items={head.items.map(showItem)}
        >
          <nav aria-label="Pages of the list" className="flex flex-wrap gap-x-4">
            <Link href={addressQueue(slug)}>Back to the queue</Link>
            {isFurther && <Link href={addressItems(slug, { slice })}>From the beginning</Link>}
            {head.next !== null && (
              <Link
                href={addressItems(slug, {
                  slice,
                  after: head.next,
                  place: place + head.items.length,
                })}
              >
                Next page
              </Link>
            )}
          </nav>
        </QueueBoard>
      )}
    </Page>
  )
}

function Filter({ slug, slice, slices }: ItemsPageProps) {
  const nameSlice = (each: string) => sliceNames[each] ?? each
  return (
    <div className="pb-4 text-strong/7 text-ink-2">
      Of{' '}
      <Menu
        trigger={slice === undefined ? 'every slice' : nameSlice(slice)}
        triggerClassName={pick}
      >
        <MenuLink href={addressItems(slug)} current={slice === undefined}>
          every slice
        </MenuLink>
        {slices.map((each) => (
          <MenuLink key={each} href={addressItems(slug, { slice: each })} current={each === slice}>
            {nameSlice(each)}
          </MenuLink>
        ))}
      </Menu>
    </div>
  )
}

function Nothing({ slug, slice, isFurther }: ItemsPageProps) {
  return (
    <p className="border-t border-ink pt-3 text-strong text-ink-2">
      {isFurther
        ? 'Nothing is open after this place. '
        : slice === undefined
          ? 'Nothing waits to be served. '
          : `Nothing is open in the slice “${sliceNames[slice] ?? slice}”. `}
      {slice !== undefined || isFurther ? (
        <Link href={addressItems(slug)}>Show every open item</Link>
      ) : (
        <Link href={addressQueue(slug)}>Back to the queue</Link>
      )}
    </p>
  )
}
