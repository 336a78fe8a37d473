import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/platform/format'
import { addressAnswers, type AnswerView } from './pair'

/** Ways to the other pages of a list. */
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
  const address = (to: number) => addressAnswers(slug, { show, text, page: to })
  return (
    <nav aria-label="Pages of the list" className="flex items-baseline gap-4 pt-3">
      {page > 1 && (
        <>
          <Link href={address(1)}>From the beginning</Link>
          <Link href={address(page - 1)}>Page before</Link>
        </>
      )}
      {page < pages && <Link href={address(page + 1)}>Next page</Link>}
      {page <= pages && (
        <span className="text-caption text-ink-3">
          page {formatCount(page)} of {formatCount(pages)}
        </span>
      )}
    </nav>
  )
}
