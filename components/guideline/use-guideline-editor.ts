'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { call } from '@/lib/client/call'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import type { publishGuidelineContract } from '@/lib/annotations/guideline-contract'
import { AppError } from '@/lib/platform/errors'
import type { publishRulingsContract } from '@/lib/review/rulings-contract'
import {
  hasRuling,
  insertRulings,
  proposeSummary,
  removeRuling,
  type RulingText,
} from '@/lib/review/write-rulings'
import { checkGuideline, type GuidelineErrors } from './check-guideline'
import {
  forgetGuidelineDraft,
  type GuidelineDraft,
  keepGuidelineDraft,
} from '@/lib/client/guideline-draft'

export interface EditorPlace {
  slug: string
  userId: string
  /** The latest version when the page was opened, and its text. */
  latest: number
  source: string
  /** Drafts of rulings, in the order in which they were made. */
  rulings: readonly RulingText[]
  /** They go into the text as the page opens. */
  putsIn: boolean
}

export type GuidelineEditorState = ReturnType<typeof useGuidelineEditor>

/**
 * A guideline being written: kept on this device with every change, published when it is whole. `found` is the draft
 * that this device kept, if it did. A ruling is published with the text that has its heading.
 */
export function useGuidelineEditor(
  { slug, userId, latest: latestAtFirst, source, rulings, putsIn }: EditorPlace,
  found: GuidelineDraft | null,
) {
  const router = useRouter()
  const published: GuidelineDraft = { text: source, summary: '', basedOn: latestAtFirst }
  const [draft, setDraft] = useState(() => {
    const begun = found ?? published
    return putsIn ? putRulingsIn(begun, rulings) : begun
  })
  const [latest, setLatest] = useState(latestAtFirst)
  const [kept, setKept] = useState<'nothing' | 'found' | 'kept' | 'lost'>(
    found ? 'found' : 'nothing',
  )
  const [errors, setErrors] = useState<GuidelineErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const said = rulings.filter(({ ruling }) => hasRuling(draft.text, ruling))
  const unsaid = rulings.filter((ruling) => !said.includes(ruling))

  function change(changed: Partial<GuidelineDraft>) {
    const next = { ...draft, ...changed }
    setDraft(next)
    setErrors({})
    setKept(keepGuidelineDraft(slug, userId, next) ? 'kept' : 'lost')
  }

  function startAgain() {
    forgetGuidelineDraft(slug, userId)
    setKept('nothing')
    setErrors({})
    setFailure(null)
    // What was published meanwhile comes with the page.
    if (latest > latestAtFirst) router.refresh()
    setDraft(published)
  }

  async function publish() {
    if (isBusy) return
    setFailure(null)
    const wrong = checkGuideline(draft, source)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const place = await send(slug, draft, said)
      forgetGuidelineDraft(slug, userId)
      router.push(place)
      router.refresh()
    } catch (error) {
      setBusy(false)
      // Which rulings are drafts no more comes with the page.
      if (error instanceof AppError && error.details.missing !== undefined) router.refresh()
      const newer = readNewer(error)
      if (newer !== null) return setLatest(newer)
      const { text, summary } = readIssues(error)
      if (text || summary) setErrors({ text, summary })
      else setFailure(describeError(error))
    }
  }

  return {
    draft,
    /** Newer than what the draft goes on from: somebody published meanwhile. */
    newer: latest > draft.basedOn ? latest : null,
    kept,
    errors,
    failure,
    isBusy,
    /** Rulings that are published with this text, and those that wait for another. */
    said,
    unsaid,
    putIn: (ruling: RulingText) => change(putRulingsIn(draft, [ruling])),
    takeOut: (ruling: RulingText) => change({ text: removeRuling(draft.text, ruling) }),
    change,
    startAgain,
    publish,
  }
}

function readNewer(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'conflict') return null
  return typeof error.details.latest === 'number' ? error.details.latest : null
}

/** Publishes the text, with the rulings that it says. Returns where to go on. */
async function send(
  slug: string,
  draft: GuidelineDraft,
  said: readonly RulingText[],
): Promise<string> {
  if (said.length === 0) {
    await call<typeof publishGuidelineContract>(
      { method: 'post', path: '/projects/{project}/guideline' },
      { project: slug, ...draft },
    )
    return `/projects/${slug}/guideline`
  }
  await call<typeof publishRulingsContract>(
    { method: 'post', path: '/projects/{project}/rulings/publication' },
    { project: slug, ...draft, rulings: said.map(({ ruling }) => ruling) },
  )
  // There the labels that they touch can be sent back.
  const [only, ...others] = said
  return only && others.length === 0
    ? `/projects/${slug}/rulings/${only.ruling}`
    : `/projects/${slug}/questions?show=rulings`
}

/** In the text, and named in the summary where that was not written by hand. */
function putRulingsIn(draft: GuidelineDraft, rulings: readonly RulingText[]): GuidelineDraft {
  const missing = rulings.filter(({ ruling }) => !hasRuling(draft.text, ruling))
  const summary = [draft.summary.trim(), proposeSummary(missing)].filter((words) => words !== '')
  return { ...draft, text: insertRulings(draft.text, missing), summary: summary.join(' ') }
}
