import type { Verdict } from '@/lib/grading/verdict'
import { sayOfPair, sayOfSolution } from '@/lib/review/person-says'
import type { PairView, ShownPair, Standing, Subject } from './pair'

/**
 * What a person says: a verdict; of one solution also what it answers, for the grader to judge; null takes back what was
 * said.
 */
export type Word = { verdict: Verdict; note: string } | { answer: string } | null

/** How something stands by what was said on this page. */
export interface Said extends Standing {
  /** When the word was given that this one followed; null: there was none. */
  after: string | null
}

export function readStanding(subject: Standing): Standing {
  const { verdict, reason, by, ruledBy, ruledAt, note } = subject
  return { verdict, reason, by, ruledBy, ruledAt, note }
}

/** A word on just this: on the pair, not only on solutions of it one by one; on the solution, not only on its pair. */
export const isRuled = ({ by, ruledAt }: Standing): boolean => by === 'person' && ruledAt !== null

/** What to say so that it is again what it was. */
export const wordOf = (before: Standing): Word =>
  isRuled(before) ? { verdict: before.verdict, note: before.note ?? '' } : null

/** How a subject stands once the server has heard it; of one that is taken back or read only the grader knows more. */
export function expectStanding(
  subject: Pick<Subject, 'kind' | 'verdict' | 'reason'>,
  word: Word,
  { person, at }: { person: string; at: Date },
): Standing {
  const { verdict } = subject
  if (word === null)
    return {
      ...{ verdict, reason: 'Is graded again.', by: 'grader' },
      ...{ ruledBy: null, ruledAt: null, note: null },
    }
  const said = { by: 'person', ruledBy: person, ruledAt: at.toISOString() } as const
  if ('answer' in word)
    return { ...said, verdict, reason: 'Is being graded.', note: `It answers ${word.answer}.` }
  const say = subject.kind === 'pair' ? sayOfPair : sayOfSolution
  return { ...said, verdict: word.verdict, reason: say(word.note), note: word.note }
}

/** As the server gave it, unless something was said of it here since. */
export function overlay<T extends Subject>(given: T, said: Said | undefined): T {
  if (said === undefined) return given
  const { after, ...standing } = said
  const isNewer = given.ruledAt !== null && given.ruledAt > (said.ruledAt ?? after ?? '')
  return isNewer ? given : { ...given, ...standing }
}

/** Whether a pair stands in a list, by how it stands now. */
export function belongs(pair: Standing, show: PairView | 'unanswered'): boolean {
  if (show === 'search' || show === 'unanswered') return true
  return show === 'settled'
    ? pair.by === 'person'
    : pair.by !== 'person' && pair.verdict === 'unsure'
}

/** What the page has ever had, in the order in which it came, each as the server gave it last. */
export function merge<T extends Subject>(known: readonly T[], given: readonly T[]): T[] {
  const latest = new Map(given.map((each) => [each.key, each]))
  const had = new Set(known.map(({ key }) => key))
  return [
    ...known.map((each) => latest.get(each.key) ?? each),
    ...given.filter(({ key }) => !had.has(key)),
  ]
}

/**
 * The list as it is by what was said since the server gave it. Everything keeps its place: what was taken back and is not
 * on the server's page any more stands where it stood, and so do a pair of whose solutions people spoke one by one, and
 * one on which somebody else was found to have spoken.
 */
export function listSubjects<T extends Subject>(
  known: readonly T[],
  {
    show,
    given,
    said,
    kept,
  }: {
    show: PairView | 'unanswered'
    /** What is on the server's page. */
    given: ReadonlySet<string>
    said: ReadonlyMap<string, Said>
    /** What stays, however it stands. */
    kept: ReadonlySet<string>
  },
): T[] {
  return known
    .map((each) => overlay(each, said.get(each.key)))
    .filter((each) => {
      if (kept.has(each.key)) return true
      const isHere = given.has(each.key) || (show === 'unsure' && said.has(each.key))
      return isHere && belongs(each, show)
    })
}

/** Which is lit when this one was answered: the one after it, or at the end the one before. */
export function findNext(list: readonly { key: string }[], key: string): string | null {
  const at = list.findIndex((each) => each.key === key)
  return (list[at + 1] ?? list[at - 1])?.key ?? null
}

/** A pair whose solutions part. */
export const isMixed = ({ verdicts }: Pick<ShownPair, 'verdicts'>): boolean =>
  Object.values(verdicts).filter((solutions) => solutions > 0).length > 1
