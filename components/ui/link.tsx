'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { confirmLeaving } from './unsaved-changes'

/**
 * A link to another page of Stepmark. By default without prefetching: pages have no loading state that Next could show
 * early, and with prefetching every page requested twenty more. Asks before unsaved changes of a form are lost.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'onNavigate'>) {
  return (
    <NextLink
      prefetch={false}
      onNavigate={(event) => {
        if (!confirmLeaving()) event.preventDefault()
      }}
      {...props}
    />
  )
}
