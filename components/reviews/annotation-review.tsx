'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { ShortcutList } from '@/components/annotations/shortcut-list'
import { StepPageLinks } from '@/components/annotations/step-page-links'
import { useOpenPageOfCurrentStep } from '@/components/annotations/use-open-page-of-current-step'
import { useScrollToCurrentRow } from '@/components/annotations/use-scroll-to-current-row'
import { goldSolutionHref } from '@/components/gold/gold'
import { useAction } from '@/components/shell/use-action'
import { useOpenPage } from '@/components/shell/use-open-page'
import type { Keymap } from '@/lib/auth/keymap'
import { findFirstStepToReview } from '@/lib/reviews/find-first-changed-step'
import { listShortcutItems } from './action-shortcuts'
import { type ComparisonColumn, ComparedStepRow } from './compared-step-row'
import { type AnnotationReviewActions, listReviewActions } from './list-review-actions'
import { ReturnPanel } from './return-panel'
import {
  type AnnotationFilter,
  annotationHref,
  annotationsHref,
  type ReviewedAnnotation,
} from './review'
import { ReviewFooter } from './review-footer'
import { ReviewHeader } from './review-header'
import { ReviewHistory } from './review-history'
import { acceptAnnotation, returnAnnotation } from './review-requests'
import { makeReviewShortcuts } from './review-shortcuts'
import { SolutionProblemPanel } from './solution-problem-panel'
import { useAnnotationReviewShortcuts } from './use-annotation-review-shortcuts'
import { useSessionStoredText } from './use-session-stored-text'

interface AnnotationReviewProps {
  slug: string
  reviewed: ReviewedAnnotation
  keymap: Keymap
  /** Filter of the list that the user came from. */
  filter: AnnotationFilter
}

/** Reviews one annotation, next to the version before it was returned. */
export function AnnotationReview({ slug, reviewed, keymap, filter }: AnnotationReviewProps) {
  const router = useRouter()
  const openPage = useOpenPage()
  const { pageStart, stepCount, annotation, version, previous } = reviewed
  const [isProblemOpen, setProblemOpen] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const [openPanel, setOpenPanel] = useState<'return' | 'keys' | null>(null)
  const [draft, setDraft] = useSessionStoredText(`return/${annotation}`)
  const [currentStep, setCurrentStep] = useState(() =>
    Math.min(findFirstStepToReview(previous, reviewed, reviewed.error), stepCount - 1),
  )
  // The annotation can leave the list once it is reviewed, so remember which came next.
  const [nextId] = useState(reviewed.next)
  const reviewAction = useAction(() => router.refresh(), { waitsForRefresh: true })
  const problem = useRef<HTMLElement>(null)
  const footer = useRef<HTMLDivElement>(null)
  const columns = useMemo(
    (): ComparisonColumn[] => [
      ...(previous ? [{ key: 'before', name: 'Before', annotation: previous }] : []),
      { key: 'now', name: previous ? 'Now' : 'Rating', annotation: reviewed },
    ],
    [previous, reviewed],
  )
  const reviewedVersion = { annotation, version }
  const toggle = (panel: 'return' | 'keys') => () =>
    setOpenPanel((current) => (current === panel ? null : panel))
  const close = () => setOpenPanel(null)
  const actions: AnnotationReviewActions = {
    accept: () =>
      reviewed.acceptRefusal === null &&
      void reviewAction.runAction(() => acceptAnnotation(slug, reviewedVersion)),
    openReturnPanel: toggle('return'),
    openGold: () => openPage(goldSolutionHref(slug, reviewed.solution)),
    next: () =>
      openPage(nextId ? annotationHref(slug, nextId, filter) : annotationsHref(slug, filter)),
    move: (offset) => setCurrentStep((step) => Math.max(0, Math.min(stepCount - 1, step + offset))),
    toggleProblem: () => setProblemOpen((current) => !current),
    toggleRaw: () => setRaw((current) => !current),
    toggleKeys: toggle('keys'),
  }
  const keys = makeReviewShortcuts(keymap)
  const hasNext = nextId !== null
  const shortcutActions = listReviewActions({
    annotation: reviewed,
    hasNext,
    keymap,
    keys,
    actions,
  })
  useAnnotationReviewShortcuts(shortcutActions, { isReturning: openPanel === 'return', close })
  const path = annotationHref(slug, annotation, filter)
  useOpenPageOfCurrentStep(path, reviewed, currentStep)
  useScrollToCurrentRow({ above: [problem], footer }, currentStep, pageStart)

  async function submitReturn(note: string) {
    if (!(await reviewAction.runAction(() => returnAnnotation(slug, reviewedVersion, note)))) return
    setDraft('')
    setOpenPanel((latest) => (latest === 'return' ? null : latest))
  }

  return (
    <>
      <SolutionProblemPanel
        ref={problem}
        isRaw={isRaw}
        solution={reviewed}
        isOpen={isProblemOpen}
        problemKey={keymap.problem}
        onToggle={actions.toggleProblem}
      />
      <main id="main" tabIndex={-1} className="sheet-wide flex-1 pb-10 outline-none">
        <ReviewHeader annotation={reviewed} columns={columns} />
        <ComparedSteps
          annotation={reviewed}
          columns={columns}
          currentStep={currentStep}
          isRaw={isRaw}
        />
        <StepPageLinks path={path} page={reviewed} />
        {openPanel === 'return' && (
          <ReturnPanel
            annotations={[
              {
                ...reviewedVersion,
                label: 'This annotation',
                refusal: reviewed.returnRefusal,
              },
            ]}
            chosen={0}
            isBusy={reviewAction.isBusy}
            note={draft}
            onNoteChange={setDraft}
            onChoose={() => undefined}
            onReturn={(_, note) => void submitReturn(note)}
            onClose={close}
          />
        )}
        <ReviewHistory annotation={reviewed} />
      </main>
      <div ref={footer} className="sticky bottom-0 z-30 flex-none">
        {openPanel === 'keys' && (
          <ShortcutList keys={listShortcutItems(shortcutActions)} hasChoices={false} hasOwnKeys />
        )}
        <ReviewFooter
          slug={slug}
          keymap={keymap}
          keys={keys}
          actions={actions}
          reviewAction={reviewAction}
          hasNext={hasNext}
          annotation={reviewed}
          showsKeys={openPanel === 'keys'}
        />
      </div>
    </>
  )
}

function ComparedSteps({
  annotation: { steps, pageStart, stepCount, ratings },
  columns,
  currentStep,
  isRaw,
}: {
  annotation: ReviewedAnnotation
  columns: readonly ComparisonColumn[]
  currentStep: number
  isRaw: boolean
}) {
  return (
    <ol aria-label={`Solution, ${stepCount} steps`} className="py-2">
      {steps.map((text, index) => {
        const step = pageStart + index
        const nonCurrentState = step < ratings.length ? 'settled' : 'later'
        return (
          <ComparedStepRow
            key={text.id}
            step={step}
            text={text}
            isRaw={isRaw}
            columns={columns}
            count={stepCount}
            state={step === currentStep ? 'current' : nonCurrentState}
            rating={ratings[step] ?? null}
          />
        )
      })}
    </ol>
  )
}
