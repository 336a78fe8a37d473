import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/platform/format'
import { answersHref, type AnswerView } from './answers'

/** Links to the other pages of a list. */
export function AnswerPages({
  slug,
  show,
  text,
  page,
  pages,
}: {
  slug: string
  show: AnswerView
  text: string
  page: number
  pages: number
}) {
  if (pages <= 1 && page === 1) return null
  const address = (to: number) => answersHref(slug, { show, text, page: to })
  return (
    <nav aria-label="Pages" className="flex items-baseline gap-4 pt-3">
      {page > 1 && (
        <>
          <Link href={address(1)}>First page</Link>
          <Link href={address(page - 1)}>Previous page</Link>
        </>
      )}
      {page < pages && <Link href={address(page + 1)}>Next page</Link>}
      {page <= pages && (
        <span className="text-caption text-ink-3">
          Page {formatCount(page)} of {formatCount(pages)}
        </span>
      )}
    </nav>
  )
}
