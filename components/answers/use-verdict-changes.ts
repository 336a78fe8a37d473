import { useRef, useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'
import type { VerdictStatus, VerdictSubject } from './answers'
import { describeSavedVerdict, describeVerdictSaveError } from './describe-answers'
import { sendVerdict } from './send-verdict'
import { useDebouncedRefresh } from './use-debounced-refresh'
import { useUnsavedWarning } from './use-unsaved-warning'
import {
  predictVerdictStatus,
  pickVerdictStatus,
  type LocalVerdict,
  type VerdictInput,
  makeUndoInput,
} from './verdict-status'

interface VerdictChangesOptions {
  slug: string
  person: string
  waitingCount: number
}

/** Shows verdicts at once and sends them in order. Reverts a verdict with an error message if the server does not save it. */
export function useVerdictChanges({ slug, person, waitingCount }: VerdictChangesOptions) {
  const [localVerdicts, setLocalVerdicts] = useState<ReadonlyMap<string, LocalVerdict>>(new Map())
  /** Subjects on which someone else gave a verdict meanwhile. */
  const [conflicts, setConflicts] = useState<ReadonlySet<string>>(new Set())
  const [changedSubjects, setChangedSubjects] = useState<readonly VerdictSubject[]>([])
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [sending, setSending] = useState(0)
  const errorCount = useRef(0)
  const refresh = useDebouncedRefresh(waitingCount)
  const sendQueue = useRef(Promise.resolve())
  useUnsavedWarning(sending > 0)
  /** The latest verdict per subject, so that a late reply to an earlier one is ignored. */
  const latestTokens = useRef(new Map<string, symbol>())
  /** The last status from the server per subject: an undo restores that, and nothing newer. */
  const lastKnown = useRef(new Map<string, VerdictStatus>())

  function showStatus(key: string, status: VerdictStatus, after: string | null) {
    setLocalVerdicts((before) => new Map(before).set(key, { ...pickVerdictStatus(status), after }))
  }

  function send(
    subject: VerdictSubject,
    input: VerdictInput,
    onError: () => void,
    expectedStatus: VerdictStatus,
  ) {
    const { key } = subject
    if (!lastKnown.current.has(key)) lastKnown.current.set(key, pickVerdictStatus(subject))
    const token = Symbol(key)
    latestTokens.current.set(key, token)
    const isLast = () => latestTokens.current.get(key) === token
    showStatus(key, expectedStatus, subject.decidedAt)
    setSending((count) => count + 1)
    setOutcome(null)
    sendQueue.current = sendAfter(sendQueue.current)

    async function sendAfter(before: Promise<void>) {
      await before
      const lastSubject = lastKnown.current.get(key) ?? subject
      const expected = lastSubject.decidedAt
      try {
        const { status, changed } = await sendVerdict(slug, subject, input, expected)
        lastKnown.current.set(key, pickVerdictStatus(status))
        errorCount.current = 0
        if (isLast()) showStatus(key, status, status.decidedAt ?? expected)
        if (isLast())
          setOutcome({
            kind: 'success',
            message: describeSavedVerdict(subject, input, { status, changed }),
          })
        refresh.schedule()
      } catch (error) {
        const conflict = readConflict(error)
        // The page shows it from now on, so that giving the verdict again overwrites it.
        if (conflict) lastKnown.current.set(key, conflict)
        if (conflict) setConflicts((all) => new Set(all).add(key))
        if (isLast()) showStatus(key, conflict ?? lastSubject, conflict?.decidedAt ?? expected)
        onError()
        const earlierErrors = errorCount.current++
        setOutcome({
          kind: 'error',
          message: describeVerdictSaveError(subject, describeCallError(error), earlierErrors),
        })
        refresh.cancel()
      } finally {
        setSending((count) => count - 1)
      }
    }
  }

  /** @param subject as it was before, for undo */
  function settle(subject: VerdictSubject, input: VerdictInput, onError: () => void) {
    if (hasNewerVerdict(subject)) lastKnown.current.set(subject.key, pickVerdictStatus(subject))
    setChangedSubjects((before) => [...before, subject])
    const revert = () => {
      setChangedSubjects((before) => before.filter((each) => each !== subject))
      onError()
    }
    send(subject, input, revert, predictVerdictStatus(subject, input, { person, at: new Date() }))
  }

  /** Whether a page refresh has brought another person's verdict. */
  function hasNewerVerdict({ key, decidedAt }: VerdictSubject): boolean {
    const before = lastKnown.current.get(key)
    return (
      sending === 0 &&
      decidedAt !== null &&
      before !== undefined &&
      decidedAt > (before.decidedAt ?? '')
    )
  }

  /** Undoes the last verdict and returns its subject. */
  function undo(): VerdictSubject | null {
    const subject = changedSubjects.at(-1)
    if (!subject) return null
    setChangedSubjects(changedSubjects.slice(0, -1))
    const now = { ...subject, ...localVerdicts.get(subject.key) }
    send(
      now,
      makeUndoInput(subject),
      () => setChangedSubjects((before) => [...before, subject]),
      subject,
    )
    return subject
  }

  return {
    localVerdicts,
    conflicts,
    outcome,
    settle,
    undo,
    isSending: sending > 0,
    canUndo: changedSubjects.length > 0,
  }
}

/** Another person's verdict given meanwhile; null if the error has another cause. */
function readConflict(error: unknown): VerdictStatus | null {
  const status = error instanceof AppError ? error.details.current : undefined
  return typeof status === 'object' ? (status as VerdictStatus | null) : null
}
