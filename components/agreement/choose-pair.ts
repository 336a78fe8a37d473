import { z } from '@/lib/platform/contract'
import type { AgreementFilters } from './agreement'

/** The pair of annotators whose disagreements are listed; empty: all annotators. */
export type PairChoice = { person: string; otherPerson: string } | Record<string, never>

/** Imported annotators have no account. */
const accountField = z.uuid()

/** The pair, if the filters select exactly two accounts. */
export function choosePair({ people = [] }: Pick<AgreementFilters, 'people'>): PairChoice {
  const [person, otherPerson] = people
  const isPair = people.length === 2 && people.every((each) => accountField.safeParse(each).success)
  return isPair && person && otherPerson ? { person, otherPerson } : {}
}
