'use client'

import { lazy, useEffect, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { MenuButton } from '@/components/ui/menu-button'
import { countUnsavedWork, isAllWorkSaved, signOut, type UnsavedCounts } from '@/lib/client/session'
import { deleteTabStorage } from '@/lib/client/unfinished-text'
import { watchSignedInUser } from '@/lib/client/watch-signed-in-user'
import { formatInitials } from './format-initials'
import { SignOutWarning } from './sign-out-warning'

const loadMenuItems = () => import('./account-menu-items')
const LazyAccountMenuItems = lazy(async () => ({
  default: (await loadMenuItems()).AccountMenuItems,
}))

const buttonClasses =
  'grid size-7 place-items-center rounded-full border border-line font-ui text-micro/none font-strong tracking-[0.02em] text-ink-2 hover:bg-wash focus-visible:rounded-full data-popup-open:bg-wash'

/** The account menu: the user, the theme and sign-out. */
export function AccountMenu({
  name,
  email,
  isInstanceAdmin = false,
}: {
  name: string
  email: string
  /** Whether to link to the accounts of this server. */
  isInstanceAdmin?: boolean
}) {
  const [hasFailed, setFailed] = useState(false)
  const [unsaved, setUnsaved] = useState<UnsavedCounts | null>(null)
  const initials = formatInitials(name)
  const label = `${initials}, account of ${name}`

  // Each tab has its own unsaved work, and the tab that signs out can't access that of other tabs.
  useEffect(() => watchSignedInUser((user) => user === null && deleteTabStorage()), [])

  async function requestSignOut() {
    setFailed(false)
    try {
      const counts = await countUnsavedWork()
      if (!isAllWorkSaved(counts)) return setUnsaved(counts)
    } catch {
      // Without storage there is nothing to count.
    }
    await finishSignOut()
  }

  async function finishSignOut() {
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
            Can’t reach the server. You are still signed in.
          </span>
        )}
        {unsaved && (
          <SignOutWarning
            unsaved={unsaved}
            onStay={() => setUnsaved(null)}
            onSignOut={() => void finishSignOut()}
          />
        )}
      </p>
      <MenuButton
        label={label}
        trigger={initials}
        className={buttonClasses}
        preload={() => void loadMenuItems()}
      >
        {(opening) => (
          <LazyAccountMenuItems
            label={label}
            initials={initials}
            name={name}
            email={email}
            isInstanceAdmin={isInstanceAdmin}
            opening={opening}
            className={buttonClasses}
            onSignOut={() => void requestSignOut()}
          />
        )}
      </MenuButton>
    </>
  )
}
