import type { ComponentProps } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { Link } from '@/components/ui/link'
import { getShadeClass, emptyCellClasses } from '@/components/ui/matrix-shades'

/** A share with a line below it, on a background that gets darker with the share. Without a share, only the line. */
export function MatrixCell({
  share,
  percentage = share === null ? null : Math.round(share * 100),
  unit = '',
  caption,
  bounds,
  href,
  className,
  ...cellProps
}: {
  share: number | null
  /** The share in percent, if it is rounded together with others. */
  percentage?: number | null
  /** Shown after the share, which is in percent. */
  unit?: '%' | ''
  caption: string
  /** Shares from which on the background is darker. */
  bounds: readonly number[]
  href: string | null
} & ComponentProps<'td'>) {
  const content = (
    <>
      {share !== null && (
        <span className="block text-strong font-strong">
          {percentage}
          {unit}
        </span>
      )}
      <span className={joinClasses('text-caption', share === null && 'bg-paper px-1')}>
        {caption}
      </span>
    </>
  )
  return (
    <td
      className={joinClasses(
        'p-0 text-center',
        className,
        share === null ? emptyCellClasses : getShadeClass(share, bounds),
      )}
      {...cellProps}
    >
      {href === null ? (
        content
      ) : (
        <Link
          href={href}
          className="block text-inherit no-underline hover:text-inherit hover:underline"
        >
          {content}
        </Link>
      )}
    </td>
  )
}
