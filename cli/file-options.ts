import { InvalidArgumentError, Option } from 'commander'
import { type ColumnChoice, csvMeanings } from '@/lib/formats/column-choice'
import { inputFormatNames } from '@/lib/formats/format-names'
import type { startImportContract } from '@/lib/imports/contract'
import type { SentInputOf } from '@/lib/platform/contract'
import { splitStyles } from '@/lib/steps/split-steps'
import { UsageError } from './refusals'

/** What the person may choose of an import; only types come from the contract, which loads slowly. */
export type ImportInput = Required<SentInputOf<typeof startImportContract>>

export const inputFormats = [
  'auto',
  ...inputFormatNames,
] as const satisfies readonly ImportInput['format'][]

/** As the contract says it. */
export const fileMaxBytes = 2 * 1024 ** 3

export const makeFormatOption = () =>
  new Option('--format <name>', 'how lines are written; auto looks at each')
    .choices(inputFormats)
    .default('auto')

export const makeSplittingOption = () =>
  new Option(
    '--splitting <style>',
    'how texts are cut into steps; auto looks at each text',
  ).choices(['auto', ...splitStyles])

/** `--column problem=Question`, as often as there are columns to be named. */
export const makeColumnOption = () =>
  new Option(
    '--column <meaning=name>',
    'which column of a table is what: problem=Question; once for each',
  ).argParser(addColumn)

function addColumn(text: string, before: ColumnChoice = {}): ColumnChoice {
  const at = text.indexOf('=')
  const meaning = csvMeanings.find((name) => name === text.slice(0, at))
  if (meaning === undefined || at === text.length - 1)
    throw new InvalidArgumentError(
      `Give what it is and the column's name, as in problem=Question. It can be ${csvMeanings.join(', ')}.`,
    )
  if (before[meaning] !== undefined)
    throw new InvalidArgumentError(`There are two columns for ${meaning}.`)
  return { ...before, [meaning]: text.slice(at + 1) }
}

/** Columns are of tables; of another format they would say nothing. */
export function refuseColumns(format: ImportInput['format'], columns: ColumnChoice = {}): void {
  if (format === 'auto' || format === 'csv' || Object.keys(columns).length === 0) return
  throw new UsageError(
    `--column is for tables: leave it out, or say --format csv. Format ${format} has no columns. Nothing was done.`,
  )
}

/** For options that count something. */
export function readWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.')
  return Number(text)
}

/** For options that take one, and may be given more often: a comma is a part of it. */
export function addOne(text: string, before: readonly string[] | false = []): string[] {
  return [...(before || []), text]
}

/** For options that take several, `a,b`, once or more often. */
export function addListed(text: string, before: readonly string[] = []): string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('Give one or more, with commas between.')
  return [...before, ...names]
}
