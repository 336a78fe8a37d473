import { formatCount } from '@/lib/platform/format'
import { Link } from './link'

/** Links to the other pages of a numbered list. Nothing if there is one page. */
export function PageLinks({
  page,
  pages,
  hrefOf,
}: {
  /** From 1. May be after the last one. */
  page: number
  pages: number
  hrefOf: (page: number) => string
}) {
  if (pages <= 1 && page === 1) return null
  return (
    <nav aria-label="Pages" className="flex items-baseline gap-4 pt-3">
      {page > 1 && (
        <>
          <Link href={hrefOf(1)}>First page</Link>
          <Link href={hrefOf(Math.max(1, Math.min(page - 1, pages)))}>Previous page</Link>
        </>
      )}
      {page < pages && <Link href={hrefOf(page + 1)}>Next page</Link>}
      {page <= pages && (
        <span className="text-caption text-ink-3">
          Page {formatCount(page)} of {formatCount(pages)}
        </span>
      )}
    </nav>
  )
}
