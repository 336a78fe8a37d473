import { z } from '@/lib/platform/contract'
import type { AgreementFilters } from './agreement'

/** The pair of annotators whose disagreements are listed; empty: all annotators. */
export type PairFilter = { person: string; otherPerson: string } | Record<string, never>

/** Imported annotators have no account. */
const accountField = z.uuid()

/** The pair, if the filters select exactly two accounts. */
export function findFilteredPair({ people = [] }: Pick<AgreementFilters, 'people'>): PairFilter {
  const [person, otherPerson] = people
  const isPair = people.length === 2 && people.every((each) => accountField.safeParse(each).success)
  return isPair && person && otherPerson ? { person, otherPerson } : {}
}
