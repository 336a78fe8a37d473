import { InvalidArgumentError, Option } from 'commander'
import { type ColumnMapping, csvFields } from '@/lib/formats/column-mapping'
import { inputFormatNames } from '@/lib/formats/format-names'
import type { startImportContract } from '@/lib/imports/contract'
import type { RequestInputOf } from '@/lib/platform/contract'
import { splitStyles } from '@/lib/steps/split-steps'
import { UsageError } from './errors'

/** The options of an import. Only types are imported, because the contract loads slowly. */
export type StartImportInput = Required<RequestInputOf<typeof startImportContract>>

export const inputFormatChoices = [
  'auto',
  ...inputFormatNames,
] as const satisfies readonly StartImportInput['format'][]

/** The limit in the contract. */
export const maxInputFileBytes = 2 * 1024 ** 3

export const makeFormatOption = () =>
  new Option('--format <name>', 'input format; auto detects it per line')
    .choices(inputFormatChoices)
    .default('auto')

export const makeSplittingOption = () =>
  new Option(
    '--splitting <style>',
    'how to split text into steps; auto detects it per solution',
  ).choices(['auto', ...splitStyles])

/** For a table without the required columns. */
export const columnAdvice =
  'If its columns have other names, pass --column for each, such as --column problem=Question.'

export const makeColumnOption = () =>
  new Option(
    '--column <meaning=name>',
    'meaning of a table column, such as problem=Question; repeatable',
  ).argParser(addColumn)

function addColumn(text: string, earlierValues: ColumnMapping = {}): ColumnMapping {
  const position = text.indexOf('=')
  const meaning = csvFields.find((name) => name === text.slice(0, position))
  if (meaning === undefined || position === text.length - 1)
    throw new InvalidArgumentError(
      `Use MEANING=COLUMN, such as problem=Question. Meanings: ${csvFields.join(', ')}.`,
    )
  if (earlierValues[meaning] !== undefined)
    throw new InvalidArgumentError(`Two columns for ${meaning}. Pass one.`)
  return { ...earlierValues, [meaning]: text.slice(position + 1) }
}

/** Only tables have columns. */
export function rejectUnusedColumns(
  format: StartImportInput['format'],
  columns: ColumnMapping = {},
): void {
  if (format === 'auto' || format === 'csv' || Object.keys(columns).length === 0) return
  throw new UsageError(
    `--column works only with tables, and the format ${format} has none. Omit it or use --format csv. Nothing was changed.`,
  )
}

/** Parses a whole number option. */
export function parseWholeNumberOption(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number.')
  return Number(text)
}

/** Parses a repeatable option whose value can contain commas. `false`: its `--no-` option came before. */
export function collectOptionValue(
  text: string,
  earlierValues: readonly string[] | false = [],
): string[] {
  return [...(earlierValues || []), text]
}

/** Parses a repeatable option with comma-separated values. */
export function appendCommaSeparatedValues(
  text: string,
  earlierValues: readonly string[] = [],
): string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes(''))
    throw new InvalidArgumentError('Use one or more values, separated by commas.')
  return [...earlierValues, ...names]
}
