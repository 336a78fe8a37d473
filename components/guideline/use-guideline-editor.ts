'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { call } from '@/lib/client/call'
import { describeError, readIssues } from '@/lib/client/read-refusal'
import type { publishGuidelineContract } from '@/lib/labelling/guideline-contract'
import { AppError } from '@/lib/platform/errors'
import { checkGuideline, type GuidelineErrors } from './check-guideline'
import { forgetGuidelineDraft, type GuidelineDraft, keepGuidelineDraft } from './guideline-draft'

export interface EditorPlace {
  slug: string
  userId: string
  /** The latest version when the page was opened, and its text. */
  latest: number
  source: string
}

/**
 * A guideline being written: kept on this device with every change, published when it is whole. `found` is the draft
 * that this device kept, if it did.
 */
export function useGuidelineEditor(
  { slug, userId, latest: latestAtFirst, source }: EditorPlace,
  found: GuidelineDraft | null,
) {
  const router = useRouter()
  const published: GuidelineDraft = { text: source, summary: '', basedOn: latestAtFirst }
  const [draft, setDraft] = useState(found ?? published)
  const [latest, setLatest] = useState(latestAtFirst)
  const [kept, setKept] = useState<'nothing' | 'found' | 'kept' | 'lost'>(
    found ? 'found' : 'nothing',
  )
  const [errors, setErrors] = useState<GuidelineErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

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
      await call<typeof publishGuidelineContract>(
        { method: 'post', path: '/projects/{project}/guideline' },
        { project: slug, ...draft },
      )
      forgetGuidelineDraft(slug, userId)
      router.push(`/projects/${slug}/guideline`)
      router.refresh()
    } catch (error) {
      setBusy(false)
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
    change,
    startAgain,
    publish,
  }
}

function readNewer(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'conflict') return null
  return typeof error.details.latest === 'number' ? error.details.latest : null
}
