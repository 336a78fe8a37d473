import { useRef, useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'
import type { VerdictDetails, VerdictSubject } from './answers'
import { describeSavedVerdict, describeVerdictSaveError } from './describe-answers'
import { sendVerdict } from './send-verdict'
import { useDebouncedRefresh } from './use-debounced-refresh'
import { useUnsavedWarning } from './use-unsaved-warning'
import {
  predictVerdictDetails,
  pickVerdictDetails,
  type LocalVerdict,
  type VerdictInput,
  makeUndoInput,
} from './verdict-details'

interface VerdictChangesOptions {
  slug: string
  /** The user’s name. */
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
  const [sendingCount, setSendingCount] = useState(0)
  const errorCount = useRef(0)
  const refresh = useDebouncedRefresh(waitingCount)
  const sendQueue = useRef(Promise.resolve())
  useUnsavedWarning(sendingCount > 0)
  /** The latest verdict per subject, so that a late reply to an earlier one is ignored. */
  const latestTokens = useRef(new Map<string, symbol>())
  /** The last details from the server per subject. Requests contain their time, so that none overwrites a newer verdict. */
  const lastKnownDetails = useRef(new Map<string, VerdictDetails>())

  function showDetails(key: string, details: VerdictDetails, after: string | null) {
    const localVerdict = { ...pickVerdictDetails(details), after }
    setLocalVerdicts((before) => new Map(before).set(key, localVerdict))
  }

  function send(
    subject: VerdictSubject,
    input: VerdictInput,
    onError: () => void,
    predictedDetails: VerdictDetails,
  ) {
    const { key } = subject
    if (!lastKnownDetails.current.has(key))
      lastKnownDetails.current.set(key, pickVerdictDetails(subject))
    const token = Symbol(key)
    latestTokens.current.set(key, token)
    const isLatest = () => latestTokens.current.get(key) === token
    showDetails(key, predictedDetails, subject.decidedAt)
    setSendingCount((count) => count + 1)
    setOutcome(null)
    sendQueue.current = sendAfter(sendQueue.current)

    async function sendAfter(previousRequest: Promise<void>) {
      await previousRequest
      const lastDetails = lastKnownDetails.current.get(key) ?? subject
      const expected = lastDetails.decidedAt
      try {
        const { status, changed } = await sendVerdict(slug, subject, input, expected)
        lastKnownDetails.current.set(key, pickVerdictDetails(status))
        errorCount.current = 0
        if (isLatest()) showDetails(key, status, status.decidedAt ?? expected)
        if (isLatest())
          setOutcome({
            kind: 'success',
            message: describeSavedVerdict(subject, input, { status, changed }),
          })
        refresh.schedule()
      } catch (error) {
        const conflict = readConflict(error)
        // The page shows the conflicting verdict from now on, so that giving the verdict again overwrites it.
        if (conflict) lastKnownDetails.current.set(key, conflict)
        if (conflict) setConflicts((before) => new Set(before).add(key))
        if (isLatest()) showDetails(key, conflict ?? lastDetails, conflict?.decidedAt ?? expected)
        onError()
        const earlierErrors = errorCount.current++
        setOutcome({
          kind: 'error',
          message: describeVerdictSaveError(subject, describeCallError(error), earlierErrors),
        })
        refresh.cancel()
      } finally {
        setSendingCount((count) => count - 1)
      }
    }
  }

  /** @param subject before the change, so that it can be undone */
  function settle(subject: VerdictSubject, input: VerdictInput, onError?: () => void) {
    if (hasNewerVerdict(subject))
      lastKnownDetails.current.set(subject.key, pickVerdictDetails(subject))
    setChangedSubjects((before) => [...before, subject])
    const revert = () => {
      setChangedSubjects((before) => before.filter((each) => each !== subject))
      onError?.()
    }
    send(subject, input, revert, predictVerdictDetails(subject, input, { person, at: new Date() }))
  }

  /** Whether a page refresh has brought another person's verdict. */
  function hasNewerVerdict({ key, decidedAt }: VerdictSubject): boolean {
    const knownDetails = lastKnownDetails.current.get(key)
    return (
      sendingCount === 0 &&
      decidedAt !== null &&
      knownDetails !== undefined &&
      decidedAt > (knownDetails.decidedAt ?? '')
    )
  }

  /** Undoes the last verdict and returns its subject. */
  function undo(): VerdictSubject | null {
    const subject = changedSubjects.at(-1)
    if (!subject) return null
    setChangedSubjects(changedSubjects.slice(0, -1))
    const currentSubject = { ...subject, ...localVerdicts.get(subject.key) }
    send(
      currentSubject,
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
    isSending: sendingCount > 0,
    canUndo: changedSubjects.length > 0,
  }
}

/** Another person's verdict given meanwhile; null if the error has another cause. */
function readConflict(error: unknown): VerdictDetails | null {
  const status = error instanceof AppError ? error.details.current : undefined
  return typeof status === 'object' ? (status as VerdictDetails | null) : null
}
