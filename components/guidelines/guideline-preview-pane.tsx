'use client'

import { useState } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { QuietButton } from '@/components/ui/quiet-button'
import { GuidelineChangesView } from './guideline-changes'
import { GuidelineText } from './guideline-text'
import type { GuidelinePreview } from './use-guideline-preview'

const views = [
  { view: 'text', label: 'Preview' },
  { view: 'changes', label: 'Changes' },
] as const

type View = 'text' | 'changes'

/** The typeset text, or its changes since the published version. */
export function GuidelinePreviewPane({
  preview,
  requestError,
  initialView,
}: {
  preview: GuidelinePreview | null
  requestError: string | null
  initialView: View
}) {
  const [view, setView] = useState(initialView)
  return (
    <section aria-label="Preview">
      <div role="group" aria-label="Show" className="-ml-2 flex gap-1 pb-1">
        {views.map((choice) => (
          <QuietButton
            key={choice.view}
            aria-pressed={view === choice.view}
            onClick={() => setView(choice.view)}
            className={joinClasses(
              view === choice.view && 'font-strong text-ink underline underline-offset-4',
            )}
          >
            {choice.label}
          </QuietButton>
        ))}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it can be scrolled with keys
        tabIndex={0}
        role="region"
        aria-label="Preview content"
        className="border-t border-ink pt-4 wide:h-[calc(50dvh+8rem)] wide:min-h-96 wide:overflow-y-auto wide:pr-4"
      >
        {requestError !== null && (
          <p className="pb-4 text-ink-2">The preview is out of date. {requestError}</p>
        )}
        {preview && (view === 'text' || preview.changes === null) && (
          <GuidelineText text={preview.text} />
        )}
        {preview?.changes && view === 'changes' && (
          <GuidelineChangesView changes={preview.changes} />
        )}
      </div>
    </section>
  )
}
