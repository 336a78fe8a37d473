import { useEffect, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { QuietButton } from '@/components/ui/quiet-button'
import { countUnsaved, isAllSaved, type Unsaved } from '@/lib/client/session'
import { formatNoun } from '@/lib/platform/format'

const countEveryMs = 1_000

/** Under the running head, before somebody signs out: what would be lost, as it is by now. */
export function SignOutStrip({
  unsaved: first,
  onStay,
  onSignOut,
}: {
  unsaved: Unsaved
  onStay: () => void
  onSignOut: () => void
}) {
  const [unsaved, setUnsaved] = useState(first)
  useEffect(() => {
    const counting = setInterval(() => void countUnsaved().then(setUnsaved), countEveryMs)
    return () => clearInterval(counting)
  }, [])
  const isSaved = isAllSaved(unsaved)
  return (
    <span className="absolute inset-x-0 top-full flex min-h-10 items-center gap-x-3 border-b border-rule bg-wash px-6 py-1 max-desk:flex-wrap max-desk:items-start max-desk:px-4 max-desk:py-2">
      <Icon name={isSaved ? 'saved' : 'warn'} className="size-4 flex-none max-desk:mt-0.5" />
      <span className="max-desk:basis-[calc(100%-2rem)]">
        <b>{isSaved ? 'Everything is saved on the server now.' : describeUnsaved(unsaved)}</b>
        {!isSaved && ' It is on this device only, and signing out deletes it.'}
      </span>
      <span className="ml-auto flex flex-none gap-1 max-desk:-mr-2 max-desk:ml-5">
        <QuietButton tone={isSaved ? 'plain' : 'accent'} onClick={onStay}>
          Stay
        </QuietButton>
        <QuietButton tone={isSaved ? 'accent' : 'plain'} onClick={onSignOut}>
          {isSaved ? 'Sign out' : 'Sign out and lose it'}
        </QuietButton>
      </span>
    </span>
  )
}

function describeUnsaved({ works, finishes, drafts }: Unsaved): string {
  const parts = [
    ...(finishes > 0 ? [formatNoun(finishes, 'finished solution')] : []),
    ...(works > 0 ? [formatNoun(works, 'annotation in work', 'annotations in work')] : []),
    ...(drafts > 0 ? [formatNoun(drafts, 'guideline in work', 'guidelines in work')] : []),
  ]
  return `Not saved yet: ${parts.join(' and ')}.`
}
