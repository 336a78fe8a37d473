import { InvalidArgumentError, Option } from 'commander'
import type { runImportContract } from '@/lib/imports/contract'
import type { SentInputOf } from '@/lib/platform/contract'

/** What the person may choose of an import; only types come from the contract, which loads slowly. */
export type ImportInput = Required<SentInputOf<typeof runImportContract>>

export const inputFormats = [
  'auto',
  'prm800k',
  'generic',
] as const satisfies readonly ImportInput['format'][]

export const makeFormatOption = () =>
  new Option('--format <name>', 'how lines are written; auto looks at each')
    .choices(inputFormats)
    .default('auto')

/** For options that count something. */
export function readWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.')
  return Number(text)
}
