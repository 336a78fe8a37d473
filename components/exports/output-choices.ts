import { getFormatName } from '@/components/formats/format-names'
import {
  inputFormatNames,
  outputFormatNames,
  outputFormatSummaries,
} from '@/lib/formats/format-names'
import { outputFormats } from '@/lib/formats/output-formats'
import type { ReleaseFormat } from './release'

/** An output format as pages show it. */
export interface OutputChoice<Format extends string = ReleaseFormat> {
  format: Format
  name: string
  summary: string
  /** `jsonl`, `csv`, `parquet` */
  extension: string
  /** The format has only correct and wrong, so a neutral policy must be chosen. */
  needsNeutral: boolean
}

/** Formats of an export. For server components only, because it imports the writers. */
export function listExportChoices(): OutputChoice<(typeof outputFormatNames)[number]>[] {
  return outputFormatNames.map((format) => {
    const { extension, needsNeutral } = outputFormats[format]
    const name = getFormatName(format)
    const text = outputFormatSummaries[format].replace(/^[\w.-]+: /, '')
    const summary = canReimport(format) ? text : `${text}; can’t be imported again`
    return { format, name, summary, extension, needsNeutral }
  })
}

/** Formats of a release: those of an export, and Parquet. */
export function listReleaseChoices(): OutputChoice[] {
  const choices: OutputChoice[] = listExportChoices()
  const index = choices.findIndex(({ format }) => format === 'trl-stepwise')
  choices.splice(index + 1, 0, {
    ...choices[index]!,
    format: 'trl-stepwise-parquet',
    name: getFormatName('trl-stepwise-parquet'),
    summary: 'the same rows as Parquet, for datasets and DuckDB; can’t be imported again',
    extension: 'parquet',
  })
  return choices
}

/** The exported CSV has a row per step, the imported one a row per solution. */
function canReimport(format: (typeof outputFormatNames)[number]): boolean {
  return format !== 'csv' && inputFormatNames.some((name) => name === format)
}
