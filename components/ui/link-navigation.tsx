'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { openPage, type PushPage } from './open-page'

/**
 * Opens the page of a clicked `Link`. Next's own link would add 3 kB to every page (compressed), most of it for prefetching:
 * pages have no loading state that Next could show early, and with prefetching every page requested twenty more.
 */
export function LinkNavigation() {
  const router = useRouter()
  useEffect(() => {
    const handleClick = (event: MouseEvent) => followLink(event, router.push)
    // React handles clicks before, so that a component can prevent the navigation.
    document.addEventListener('click', handleClick)
    return () => document.removeEventListener('click', handleClick)
  }, [router])
  return null
}

/** Leaves clicks to the browser that open a tab or download a file. */
export function followLink(event: MouseEvent, push: PushPage): void {
  const target = event.target as Partial<Element> | null
  const link = target?.closest?.<HTMLAnchorElement>('a[data-opens-page]')
  if (!link || event.defaultPrevented || opensElsewhere(event, link)) return
  event.preventDefault()
  openPage(push, link.href, { scroll: link.dataset.opensPage !== 'in-place' })
}

const opensElsewhere = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  !['', '_self'].includes(link.target) ||
  link.hasAttribute('download')
