'use client'

import { useRouter } from 'next/navigation'
import { useEffect, type ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { listenForShortcuts } from '@/lib/client/shortcuts'

/** A link with its key printed on it. */
export function KeyLink({
  href,
  keyName,
  tone,
  children,
}: {
  href: string
  keyName: string
  tone?: 'primary' | 'plain'
  children: ReactNode
}) {
  const router = useRouter()
  useEffect(
    () => listenForShortcuts(() => ({ [keyName]: () => router.push(href) })),
    [href, keyName, router],
  )
  return (
    <ButtonLink href={href} tone={tone} keyCap={keyName} aria-keyshortcuts={keyName}>
      {children}
    </ButtonLink>
  )
}
