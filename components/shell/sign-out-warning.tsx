import { useEffect, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { QuietButton } from '@/components/ui/quiet-button'
import { countUnsavedWork, isAllWorkSaved, type UnsavedCounts } from '@/lib/client/sign-out'
import { formatQuantity } from '@/lib/platform/format'

const countIntervalMs = 1_000

/** Warns below the page header about unsaved work before sign-out. */
export function SignOutWarning({
  unsaved: initialCounts,
  onStay,
  onSignOut,
}: {
  unsaved: UnsavedCounts
  onStay: () => void
  onSignOut: () => void
}) {
  const [unsaved, setUnsaved] = useState(initialCounts)
  useEffect(() => {
    const timer = setInterval(() => void countUnsavedWork().then(setUnsaved), countIntervalMs)
    return () => clearInterval(timer)
  }, [])
  const isSaved = isAllWorkSaved(unsaved)
  return (
    <span className="absolute inset-x-0 top-full flex min-h-10 items-center gap-x-3 border-b border-rule bg-wash px-6 py-1 max-desk:flex-wrap max-desk:items-start max-desk:px-4 max-desk:py-2">
      <Icon name={isSaved ? 'saved' : 'warn'} className="size-4 flex-none max-desk:mt-0.5" />
      <span className="max-desk:basis-[calc(100%-2rem)]">
        <b>{isSaved ? 'Everything is saved.' : describeUnsaved(unsaved)}</b>
        {!isSaved && '  This work exists only on this device. Signing out deletes it.'}
      </span>
      <span className="ml-auto flex flex-none gap-1 max-desk:-mr-2 max-desk:ml-5">
        <QuietButton tone={isSaved ? 'plain' : 'accent'} onClick={onStay}>
          Stay
        </QuietButton>
        <QuietButton tone={isSaved ? 'accent' : 'plain'} onClick={onSignOut}>
          {isSaved ? 'Sign out' : 'Sign out anyway'}
        </QuietButton>
      </span>
    </span>
  )
}

function describeUnsaved({ drafts, finishes, guidelineDrafts }: UnsavedCounts): string {
  const parts = [
    ...(finishes > 0 ? [formatQuantity(finishes, 'finished solution')] : []),
    ...(drafts > 0
      ? [formatQuantity(drafts, 'annotation in progress', 'annotations in progress')]
      : []),
    ...(guidelineDrafts > 0 ? [formatQuantity(guidelineDrafts, 'guideline draft')] : []),
  ]
  return `Not sent yet: ${parts.join(' and ')}.`
}
