import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/platform/format'
import type { QuestionOrder } from '@/lib/review/questions-contract'
import { questionsHref, type QuestionView } from './question'

/** Links to the other pages of a list. */
export function QuestionPages({
  slug,
  show,
  order,
  page,
  pages,
}: {
  slug: string
  show: QuestionView
  order?: QuestionOrder
  page: number
  pages: number
}) {
  if (pages <= 1 && page === 1) return null
  const address = (to: number) => questionsHref(slug, { show, order, page: to })
  return (
    <nav aria-label="Pages" className="flex items-baseline gap-4 pt-3">
      {page > 1 && <Link href={address(page - 1)}>Previous page</Link>}
      {page < pages && <Link href={address(page + 1)}>Next page</Link>}
      <span className="text-caption text-ink-3">
        page {formatCount(page)} of {formatCount(pages)}
      </span>
    </nav>
  )
}
