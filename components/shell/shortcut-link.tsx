'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { useShortcuts } from './use-shortcuts'

/** A link that shows its shortcut. */
export function ShortcutLink({
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
  useShortcuts({ [keyName]: () => router.push(href) })
  return (
    <ButtonLink href={href} tone={tone} keyCap={keyName} aria-keyshortcuts={keyName}>
      {children}
    </ButtonLink>
  )
}
