'use client'

import { type ReactNode, useRef } from 'react'
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
  const link = useRef<HTMLAnchorElement>(null)
  useShortcuts({ [keyName]: () => link.current?.click() })
  return (
    <ButtonLink ref={link} href={href} tone={tone} keyCap={keyName} aria-keyshortcuts={keyName}>
      {children}
    </ButtonLink>
  )
}
