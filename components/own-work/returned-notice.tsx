import { Link } from '@/components/ui/link'
import { formatQuantity } from '@/lib/platform/format'

/** Tells annotators on `Home` that work was returned to them. */
export function ReturnedNotice({ slug, count }: { slug: string; count: number }) {
  if (count === 0) return null
  return (
    <p className="mb-10 flex flex-wrap gap-x-3 border-y border-ink py-3">
      <Link href={`/projects/${slug}/mine#returned`} className="font-label">
        {formatQuantity(count, 'returned annotation')} to redo
      </Link>
      <span className="text-ink-2">
        {count === 1 ? 'It comes' : 'They come'} after at most two other solutions.
      </span>
    </p>
  )
}
