import { z } from '@/lib/platform/contract'
import type { AgreementFilters } from './agreement'

/** Two people whose disagreements are listed; empty: everybody's. */
export type PairChoice = { person: string; other: string } | Record<string, never>

/** Who came with data has no account. */
const accountField = z.uuid()

/** Two accounts, where the filters choose just these. */
export function choosePair({ people = [] }: Pick<AgreementFilters, 'people'>): PairChoice {
  const [person, other] = people
  const isPair = people.length === 2 && people.every((each) => accountField.safeParse(each).success)
  return isPair && person && other ? { person, other } : {}
}
