'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { confirmLeaving } from './unsaved-changes'

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

type OpenPage = (href: string, options: { scroll: boolean }) => void

/** Leaves clicks to the browser that open a tab or download a file. Asks before unsaved changes of a form are lost. */
export function followLink(event: MouseEvent, openPage: OpenPage): void {
  const target = event.target as Partial<Element> | null
  const link = target?.closest?.<HTMLAnchorElement>('a[data-opens-page]')
  if (!link || event.defaultPrevented || opensElsewhere(event, link)) return
  event.preventDefault()
  if (confirmLeaving()) openPage(link.href, { scroll: link.dataset.opensPage !== 'in-place' })
}

const opensElsewhere = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  !['', '_self'].includes(link.target) ||
  link.hasAttribute('download')
