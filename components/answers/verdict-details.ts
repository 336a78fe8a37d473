import { formatAnswerPairReason, formatSolutionReason } from '@/lib/answers/verdict-reasons'
import type { Verdict } from '@/lib/grading/verdict'
import type { AnswerPairView, TypesetAnswerPair, VerdictDetails, VerdictSubject } from './answers'

/** A person's input: a verdict, the final answer of a solution (to be graded), or null to withdraw a verdict. */
export type VerdictInput = { verdict: Verdict; note: string } | { answer: string } | null

/** A verdict given on this page. */
export interface LocalVerdict extends VerdictDetails {
  /** When the previous verdict was given; null if there was none. */
  after: string | null
}

export function pickVerdictDetails(subject: VerdictDetails): VerdictDetails {
  const { verdict, reason, by, decidedBy, decidedAt, note } = subject
  return { verdict, reason, by, decidedBy, decidedAt, note }
}

/** Whether a person gave a verdict on exactly this: the pair itself, or the solution itself. */
export const hasDirectPersonVerdict = ({ by, decidedAt }: VerdictDetails): boolean =>
  by === 'person' && decidedAt !== null

/** The input that restores an earlier verdict. */
export const makeUndoInput = (before: VerdictDetails): VerdictInput =>
  hasDirectPersonVerdict(before) ? { verdict: before.verdict, note: before.note ?? '' } : null

/** The details to show until the server replies. */
export function predictVerdictDetails(
  subject: Pick<VerdictSubject, 'kind' | 'verdict' | 'reason'>,
  input: VerdictInput,
  { person, at }: { person: string; at: Date },
): VerdictDetails {
  const { verdict } = subject
  if (input === null)
    return {
      verdict,
      reason: 'Grading again…',
      by: 'grader',
      decidedBy: null,
      decidedAt: null,
      note: null,
    }
  const personVerdict = { by: 'person', decidedBy: person, decidedAt: at.toISOString() } as const
  if ('answer' in input)
    return {
      ...personVerdict,
      verdict,
      reason: 'Grading…',
      note: `Entered answer: ${input.answer}.`,
    }
  const formatReason = subject.kind === 'pair' ? formatAnswerPairReason : formatSolutionReason
  return {
    ...personVerdict,
    verdict: input.verdict,
    reason: formatReason(input.note),
    note: input.note,
  }
}

/** Applies a verdict given on this page, unless the server's is newer. */
export function applyLocalVerdict<T extends VerdictSubject>(
  loadedSubject: T,
  localVerdict: LocalVerdict | undefined,
): T {
  if (localVerdict === undefined) return loadedSubject
  const { after, ...details } = localVerdict
  const isNewer =
    loadedSubject.decidedAt !== null &&
    loadedSubject.decidedAt > (localVerdict.decidedAt ?? after ?? '')
  return isNewer ? loadedSubject : { ...loadedSubject, ...details }
}

/** A note as it was typed, with the subject as it was shown then. */
export interface NoteDraft {
  subject: VerdictSubject
  text: string
}

/** Whether a note differs from the one of the newest verdict, which may still be on its way to the server. */
export const isNoteUnsaved = (
  { subject, text }: NoteDraft,
  localVerdict: LocalVerdict | undefined,
): boolean => text.trim() !== (applyLocalVerdict(subject, localVerdict).note ?? '')

/** Whether a pair with this verdict belongs to the list. */
export function belongsToAnswerList(
  pair: VerdictDetails,
  show: AnswerPairView | 'unanswered',
): boolean {
  if (show === 'search' || show === 'unanswered') return true
  return show === 'decided'
    ? pair.by === 'person'
    : pair.by !== 'person' && pair.verdict === 'unsure'
}

/** All subjects that the page has loaded, in loading order, each in its newest version. */
export function mergeVerdictSubjects<T extends VerdictSubject>(
  knownSubjects: readonly T[],
  loadedSubjects: readonly T[],
): T[] {
  const loadedByKey = new Map(loadedSubjects.map((each) => [each.key, each]))
  const knownKeys = new Set(knownSubjects.map(({ key }) => key))
  return [
    ...knownSubjects.map((each) => loadedByKey.get(each.key) ?? each),
    ...loadedSubjects.filter(({ key }) => !knownKeys.has(key)),
  ]
}

/**
 * The list with the verdicts given on this page applied, in loading order. A row that left the server's page stays if it is
 * pinned, or in the unsure list if it is unsure again after a change on this page.
 */
export function listDisplayedVerdictSubjects<T extends VerdictSubject>(
  knownSubjects: readonly T[],
  {
    show,
    loaded,
    localVerdicts,
    pinned,
  }: {
    show: AnswerPairView | 'unanswered'
    /** Keys on the server's page. */
    loaded: ReadonlySet<string>
    localVerdicts: ReadonlyMap<string, LocalVerdict>
    /** Keys that stay in the list with any verdict. */
    pinned: ReadonlySet<string>
  },
): T[] {
  return knownSubjects
    .map((each) => applyLocalVerdict(each, localVerdicts.get(each.key)))
    .filter((each) => {
      if (pinned.has(each.key)) return true
      const isInList = loaded.has(each.key) || (show === 'unsure' && localVerdicts.has(each.key))
      return isInList && belongsToAnswerList(each, show)
    })
}

/** The row to select after this one: the next, or at the end of the list the previous. */
export function findNextRowKey(list: readonly { key: string }[], key: string): string | null {
  const index = list.findIndex((each) => each.key === key)
  return (list[index + 1] ?? list[index - 1])?.key ?? null
}

/** Whether the solutions of a pair have different verdicts. */
export const hasMixedVerdicts = ({ verdicts }: Pick<TypesetAnswerPair, 'verdicts'>): boolean =>
  Object.values(verdicts).filter((solutions) => solutions > 0).length > 1
