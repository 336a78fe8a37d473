'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useFormAction } from '@/components/shell/use-form-action'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import {
  deleteGuidelineDraft,
  type GuidelineDraft,
  storeGuidelineDraft,
} from '@/lib/client/guideline-draft'
import { AppError } from '@/lib/platform/errors'
import {
  containsDecision,
  insertDecisionsIntoGuideline,
  proposeVersionSummary,
  removeDecisionFromText,
  type GuidelineDecision,
} from '@/lib/questions/format-decisions'
import { checkGuideline } from './check-guideline'

export interface GuidelineEditorOptions {
  slug: string
  userId: string
  /** The latest version when the page was opened, and its text. */
  latest: number
  source: string
  /** Drafts of decisions, in the order in which they were made. */
  decisions: readonly GuidelineDecision[]
  /** Insert the decisions when the page opens. */
  insertsDecisions: boolean
}

export type GuidelineEditorState = ReturnType<typeof useGuidelineEditor>

/**
 * State of the guideline editor. Every change is stored on this device. `restoredDraft` is the draft stored earlier. A
 * decision is published if the text has its heading.
 */
export function useGuidelineEditor(
  {
    slug,
    userId,
    latest: initialLatest,
    source,
    decisions,
    insertsDecisions,
  }: GuidelineEditorOptions,
  restoredDraft: GuidelineDraft | null,
) {
  const router = useRouter()
  const latestVersionDraft: GuidelineDraft = { text: source, summary: '', basedOn: initialLatest }
  const [draft, setDraft] = useState(() => {
    const initialDraft = restoredDraft ?? latestVersionDraft
    return insertsDecisions ? addDecisions(initialDraft, decisions) : initialDraft
  })
  const [latestVersion, setLatestVersion] = useState(initialLatest)
  const [draftStatus, setDraftStatus] = useState<'none' | 'restored' | 'saved' | 'lost'>(
    restoredDraft ? 'restored' : 'none',
  )
  const {
    form,
    isBusy,
    outcome,
    setOutcome,
    issues: errors,
    setIssues,
    runAction,
  } = useFormAction<keyof GuidelineDraft>(undefined, { isGuarded: draftStatus === 'lost' })
  const includedDecisions = decisions.filter(({ decision }) =>
    containsDecision(draft.text, decision),
  )
  const pendingDecisions = decisions.filter((decision) => !includedDecisions.includes(decision))

  function change(changedFields: Partial<GuidelineDraft>) {
    const newDraft = { ...draft, ...changedFields }
    setDraft(newDraft)
    setIssues({})
    setDraftStatus(storeGuidelineDraft(slug, userId, newDraft) ? 'saved' : 'lost')
  }

  function discardDraft() {
    deleteGuidelineDraft(slug, userId)
    setDraftStatus('none')
    setIssues({})
    setOutcome(null)
    // Loads the newer version with the page.
    if (latestVersion > initialLatest) router.refresh()
    setDraft(latestVersionDraft)
  }

  const publish = () =>
    runAction(
      async () => {
        const destination = await publishDraft(slug, draft, includedDecisions)
        deleteGuidelineDraft(slug, userId)
        router.push(destination)
        router.refresh()
      },
      { issues: checkGuideline(draft, source), describeError: describePublishError, isFinal: true },
    )

  function describePublishError(error: unknown): string | null {
    // The page is loaded again with the decisions that are still drafts.
    if (error instanceof AppError && error.details.missing !== undefined) router.refresh()
    const newerVersion = readNewerVersion(error)
    if (newerVersion === null) return describeCallError(error)
    setLatestVersion(newerVersion)
    return null
  }

  return {
    draft,
    /** A version that was published after the draft was started. */
    newerVersion: latestVersion > draft.basedOn ? latestVersion : null,
    draftStatus,
    form,
    errors,
    outcome,
    isBusy,
    /** Unpublished decisions: those in the draft, which are published with it, and those that are not in it. */
    includedDecisions,
    pendingDecisions,
    includeDecision: (decision: GuidelineDecision) => change(addDecisions(draft, [decision])),
    excludeDecision: (decision: GuidelineDecision) =>
      change({ text: removeDecisionFromText(draft.text, decision) }),
    change,
    discardDraft,
    publish,
  }
}

function readNewerVersion(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'conflict') return null
  return typeof error.details.latest === 'number' ? error.details.latest : null
}

/** Publishes the text and the decisions that it contains. Returns where to go next. */
async function publishDraft(
  slug: string,
  draft: GuidelineDraft,
  includedDecisions: readonly GuidelineDecision[],
): Promise<string> {
  if (includedDecisions.length === 0) {
    await callApi('post /projects/{project}/guideline', { project: slug, ...draft })
    return `/projects/${slug}/guideline`
  }
  await callApi('post /projects/{project}/decisions/publish', {
    project: slug,
    ...draft,
    decisions: includedDecisions.map(({ decision }) => decision),
  })
  // From these pages, affected annotations can be returned.
  const [firstDecision] = includedDecisions
  return firstDecision && includedDecisions.length === 1
    ? `/projects/${slug}/decisions/${firstDecision.decision}`
    : `/projects/${slug}/questions?show=decisions`
}

/** Inserts the decisions that the text lacks, and adds them to the summary. */
function addDecisions(
  draft: GuidelineDraft,
  decisions: readonly GuidelineDecision[],
): GuidelineDraft {
  const missingDecisions = decisions.filter(
    ({ decision }) => !containsDecision(draft.text, decision),
  )
  const summary = [draft.summary.trim(), proposeVersionSummary(missingDecisions)].filter(
    (part) => part !== '',
  )
  return {
    ...draft,
    text: insertDecisionsIntoGuideline(draft.text, missingDecisions),
    summary: summary.join(' '),
  }
}
