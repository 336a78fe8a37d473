'use client'

import { useMemo, useRef, useState } from 'react'
import { preventFocusChange } from '@/components/annotations/input-method'
import { LabellingScreenContext } from '@/components/annotations/labelling-screen-context'
import { ScreenReaderStatus } from '@/components/annotations/screen-reader-status'
import { ShortcutList } from '@/components/annotations/shortcut-list'
import { useOpenPageOfCurrentStep } from '@/components/annotations/use-open-page-of-current-step'
import { useScrollToCurrentRow } from '@/components/annotations/use-scroll-to-current-row'
import { listShortcutItems } from '@/components/reviews/action-shortcuts'
import {
  newQuestionHref,
  disagreementListHref,
  adjudicationHref,
  type Comparison,
} from '@/components/reviews/review'
import { makeReviewShortcuts } from '@/components/reviews/review-shortcuts'
import { SolutionProblemPanel } from '@/components/reviews/solution-problem-panel'
import { useOpenPage } from '@/components/shell/use-open-page'
import { Button } from '@/components/ui/button'
import { keepAboveFooterNotice } from '@/components/ui/keep-above-footer-notice'
import { NoteLabel } from '@/components/ui/note-label'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { useIsInBrowser } from '@/components/ui/use-is-in-browser'
import { formatStepsBefore } from '@/lib/agreement/disagreement'
import { type Keymap, formatOptionalKey } from '@/lib/auth/keymap'
import { formatInstant } from '@/lib/platform/format'
import { AdjudicationColumnHeads } from './adjudication-column-heads'
import { AdjudicationFooter } from './adjudication-footer'
import { AdjudicationPanel } from './adjudication-panel'
import { AdjudicationSteps } from './adjudication-steps'
import { describeComparison, describeNoteReaders } from './describe-adjudication'
import {
  listAdjudicationButtons,
  listAdjudicationActions,
  type AdjudicationAction,
} from './list-adjudication-actions'
import { type AdjudicationEditor, useAdjudication } from './use-adjudication'
import { useAdjudicationPanel } from './use-adjudication-panel'
import { useAdjudicationShortcuts } from './use-adjudication-shortcuts'

interface AdjudicationScreenProps {
  slug: string
  /** Whether annotators see the explanations of gold. */
  explainsGold: boolean
  comparison: Comparison
  keymap: Keymap
  /** Filter of the list that the user came from. */
  kind: 'negative' | 'neutral' | undefined
}

/** Compares the annotations of a solution and adjudicates it. Agreed steps are already rated. */
export function AdjudicationScreen(props: AdjudicationScreenProps) {
  const isInBrowser = useIsInBrowser()
  return <Screen key={String(isInBrowser)} {...props} isInBrowser={isInBrowser} />
}

function Screen({
  slug,
  explainsGold,
  comparison,
  keymap,
  kind,
  isInBrowser,
}: AdjudicationScreenProps & { isInBrowser: boolean }) {
  const openPage = useOpenPage()
  const editor = useAdjudication(slug, comparison, isInBrowser)
  const panel = useAdjudicationPanel(slug, editor)
  const [isProblemOpen, setProblemOpen] = useState(true)
  const [isRaw, setRaw] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  // An adjudicated solution leaves the list, so remember which solution came after it.
  const [next] = useState(comparison.next)
  const stickyRef = useRef<HTMLDivElement>(null)
  const footerRef = useRef<HTMLElement>(null)
  const contextValue = useMemo(
    () => ({ project: slug, confirmedGuidelineVersion: 0, keymap, isPractice: false }),
    [slug, keymap],
  )
  const { currentTarget } = editor.work
  const step =
    currentTarget.kind === 'step' ? currentTarget.step : Math.max(0, editor.ratings.length - 1)
  const navigate = {
    next: () => openPage(next ? adjudicationHref(slug, next, kind) : disagreementListHref(slug)),
    question: () => openPage(newQuestionHref(slug, comparison.solution, step)),
  }
  const toggles = {
    problem: () => setProblemOpen((isShown) => !isShown),
    raw: () => setRaw((isShown) => !isShown),
    keys: () => setShowsKeys((isShown) => !isShown),
  }
  const options = { editor, panel, keymap, keys: makeReviewShortcuts(keymap), navigate, toggles }
  const actions = listAdjudicationActions(options)
  useAdjudicationShortcuts(actions, editor, panel, () => setShowsKeys(false), keymap)
  const path = adjudicationHref(slug, comparison.solution, kind)
  useOpenPageOfCurrentStep(path, comparison, Math.min(step, comparison.stepCount - 1))
  // The row of the current step may arrive with another page.
  useScrollToCurrentRow(
    { above: [stickyRef], footer: footerRef },
    currentTarget,
    comparison.pageStart,
  )
  const openPanel = <AdjudicationPanel editor={editor} panel={panel} explainsGold={explainsGold} />
  return (
    <LabellingScreenContext value={contextValue}>
      <h1 className="sr-only">Adjudicate</h1>
      <main id="main" tabIndex={-1} className="flex-1 pb-10 outline-none">
        <div ref={stickyRef} className="top-head z-20 max-desk:contents desk:sticky">
          <SolutionProblemPanel
            isRaw={isRaw}
            solution={comparison}
            isOpen={isProblemOpen}
            problemKey={keymap.problem}
            onToggle={toggles.problem}
          />
          <AdjudicationColumnHeads editor={editor} />
        </div>
        <div className="sheet-wide">
          <ScreenReaderStatus
            state={editor.work}
            doneText={editor.isAdjudicated ? 'Adjudicated.' : 'Ready to adjudicate.'}
          />
          <ComparisonSummary editor={editor} />
          <AdjudicationSteps
            editor={editor}
            isRaw={isRaw}
            path={path}
            openPanel={panel.open && openPanel}
          />
          {currentTarget.kind !== 'step' && panel.open && openPanel}
          <ActionButtons actions={listAdjudicationButtons(options)} editor={editor} />
        </div>
      </main>
      {showsKeys && <ShortcutList keys={listShortcutItems(actions)} hasOwnKeys />}
      <div ref={keepAboveFooterNotice} className="sticky bottom-foot z-20 bg-wash">
        <GoldNoteNotice editor={editor} explainsGold={explainsGold} />
        <OutcomeNotice
          outcome={findOutcome(editor)}
          className="border-t border-rule px-6 py-2 max-desk:px-4"
        />
      </div>
      <AdjudicationFooter
        ref={footerRef}
        editor={editor}
        showsKeys={showsKeys}
        isPanelOpen={panel.open !== null}
        goldKey={options.keys.gold}
        onToggleKeys={toggles.keys}
        onNote={() => panel.toggle('note')}
      />
    </LabellingScreenContext>
  )
}

/** Who will read the note, if the solution is about to become gold. */
function GoldNoteNotice({
  editor: { isGold, note, isAdjudicated },
  explainsGold,
}: {
  editor: AdjudicationEditor
  explainsGold: boolean
}) {
  const isVisible = isGold && note.trim() !== '' && !isAdjudicated
  return (
    <div aria-live="polite" aria-atomic="true">
      {isVisible && (
        <p className="border-t border-rule px-6 py-2 max-desk:px-4">
          {describeNoteReaders(isGold, explainsGold)}
        </p>
      )}
    </div>
  )
}

/** The result of the last request, or why the options of the first error can't be loaded. */
function findOutcome({ sendAction, errorOptionsLoad }: AdjudicationEditor): OutcomeMessage | null {
  if (errorOptionsLoad.requestError === null) return sendAction.outcome
  return { kind: 'error', message: errorOptionsLoad.requestError }
}

/** Where the annotations disagree, and what the user must know before adjudicating. */
function ComparisonSummary({ editor: { comparison } }: { editor: AdjudicationEditor }) {
  return (
    <div className="sheet-row pt-4">
      <p className="col-wide-text text-ink-2 max-desk:col-span-full">
        {describeComparison(comparison)}
        {comparison.annotations.some(({ isOwn }) => isOwn) && (
          <b> One of these annotations is your own.</b>
        )}
        {comparison.refusal !== null && <b> {comparison.refusal}</b>}
      </p>
    </div>
  )
}

/** Action buttons, the note and the status of the solution. */
function ActionButtons({
  actions,
  editor,
}: {
  actions: readonly AdjudicationAction[]
  editor: AdjudicationEditor
}) {
  const { adjudication, comparison, note } = editor
  const agreedSteps = comparison.disagreement
    ? formatStepsBefore(comparison.disagreement.firstStep)
    : null
  const areNamesHidden = comparison.annotations.some(({ person }) => person === null)
  const sentences = [
    adjudication && `${adjudication.by} adjudicated this on ${formatInstant(adjudication.at)} UTC.`,
    agreedSteps !== null &&
      !adjudication &&
      `${agreedSteps.charAt(0).toUpperCase()}${agreedSteps.slice(1)} already ${agreedSteps.startsWith('step ') ? 'has the rating' : 'have the ratings'} that all annotators gave.`,
    areNamesHidden && !adjudication && 'Names are hidden until you adjudicate.',
    comparison.isGold && 'This solution is gold.',
  ].filter((each) => typeof each === 'string')
  return (
    <div className="sheet-row pt-4 pb-4">
      <div className="col-wide-text max-desk:col-span-full">
        <div onMouseDown={preventFocusChange} className="flex flex-wrap gap-2">
          {actions.map(({ name, key, label, run }) => (
            <Button
              key={name}
              keyCap={formatOptionalKey(key)}
              aria-keyshortcuts={key ?? undefined}
              onClick={run}
            >
              {label}
            </Button>
          ))}
        </div>
        {note.trim() !== '' && (
          <p className="pt-3 font-read text-excerpt font-text wrap-anywhere italic">
            <NoteLabel>Note</NoteLabel>
            {note}
          </p>
        )}
        <p className="max-w-abstract pt-3 text-caption text-ink-3">{sentences.join(' ')}</p>
      </div>
    </div>
  )
}
