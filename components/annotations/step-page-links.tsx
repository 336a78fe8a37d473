import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/platform/format'
import { type StepPage, stepPageHref } from './step-page'

/** Links to the pages before and after this one; nothing if all steps are on it. */
export function StepPageLinks({ path, page }: { path: string; page: StepPage }) {
  const { pageStart, steps, stepCount } = page
  const end = pageStart + steps.length
  if (steps.length === stepCount) return null
  return (
    <nav aria-label="Pages of steps" className="flex flex-wrap gap-x-4 py-3 text-caption">
      <span className="text-ink-3">
        Steps {formatCount(pageStart + 1)}–{formatCount(end)} of {formatCount(stepCount)}
      </span>
      {pageStart > 0 && <Link href={stepPageHref(path, pageStart - 1)}>Earlier steps</Link>}
      {end < stepCount && <Link href={stepPageHref(path, end)}>Later steps</Link>}
    </nav>
  )
}
