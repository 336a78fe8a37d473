import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link to another page of Stepmark, without prefetching: pages have no loading state that Next could show early, and
 * with prefetching every page requested twenty more.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
