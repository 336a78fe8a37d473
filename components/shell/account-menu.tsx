'use client'

import { lazy, useEffect, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { MenuButton } from '@/components/ui/menu-button'
import { forgetTab } from '@/lib/client/stored-text'
import { countUnsaved, isAllSaved, signOut, type Unsaved } from '@/lib/client/session'
import { watchPerson } from '@/lib/client/watch-person'
import { SignOutStrip } from './sign-out-strip'
import { writeInitials } from './write-initials'

const loadList = () => import('./account-list')
const AccountList = lazy(async () => ({ default: (await loadList()).AccountList }))

const buttonClasses =
  'grid size-7 place-items-center rounded-full border border-line font-ui text-micro/none font-strong tracking-[0.02em] text-ink-2 hover:bg-wash focus-visible:rounded-full data-popup-open:bg-wash'

/** Who is signed in, how the pages look, and the way out. */
export function AccountMenu({
  name,
  email,
  isInstanceAdmin = false,
}: {
  name: string
  email: string
  /** With a way to the accounts of this server. */
  isInstanceAdmin?: boolean
}) {
  const [hasFailed, setFailed] = useState(false)
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null)
  const initials = writeInitials(name)
  const label = `${initials}, account of ${name}`

  // Each tab keeps its own: the one in which somebody signs out cannot reach what the others have.
  useEffect(() => watchPerson((user) => user === null && forgetTab()), [])

  async function askToLeave() {
    setFailed(false)
    try {
      const found = await countUnsaved()
      if (!isAllSaved(found)) return setUnsaved(found)
    } catch {
      // Nothing can be counted where nothing is kept.
    }
    await leave()
  }

  async function leave() {
    try {
      await signOut()
    } catch {
      setUnsaved(null)
      setFailed(true)
    }
  }

  return (
    <>
      <p role="status">
        {hasFailed && (
          <span className="flex items-center gap-1.5 text-negative">
            <Icon name="warn" className="size-4" />
            Still signed in: the server cannot be reached.
          </span>
        )}
        {unsaved && (
          <SignOutStrip
            unsaved={unsaved}
            onStay={() => setUnsaved(null)}
            onSignOut={() => void leave()}
          />
        )}
      </p>
      <MenuButton
        label={label}
        trigger={initials}
        className={buttonClasses}
        preload={() => void loadList()}
      >
        <AccountList
          {...{ label, initials, name, email, isInstanceAdmin }}
          className={buttonClasses}
          onSignOut={() => void askToLeave()}
        />
      </MenuButton>
    </>
  )
}
