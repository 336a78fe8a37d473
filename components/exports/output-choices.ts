import { nameFormat } from '@/components/formats/format-names'
import {
  inputFormatNames,
  outputFormatNames,
  outputFormatSummaries,
} from '@/lib/formats/format-names'
import { outputFormats } from '@/lib/formats/output-formats'
import type { ReleaseFormat } from './release'

/** A format that can be written, as a page speaks of it. */
export interface OutputChoice<Format extends string = ReleaseFormat> {
  format: Format
  name: string
  summary: string
  /** `jsonl`, `csv`, `parquet` */
  extension: string
  /** It knows only right and wrong: somebody must say what becomes of neutral. */
  needsNeutral: boolean
}

/** What can be downloaded at once. For server components: it reads the writers, which no page needs. */
export function listExportChoices(): OutputChoice<(typeof outputFormatNames)[number]>[] {
  return outputFormatNames.map((format) => {
    const { extension, needsNeutral } = outputFormats[format]
    const name = nameFormat(format)
    // Where it stands beside the name it need not begin with it.
    const words = outputFormatSummaries[format].replace(/^[\w.-]+: /, '')
    const summary = canComeBack(format) ? words : `${words}; cannot be imported again`
    return { format, name, summary, extension, needsNeutral }
  })
}

/** The same, and what only a release can hold. */
export function listReleaseChoices(): OutputChoice[] {
  const choices: OutputChoice[] = listExportChoices()
  const at = choices.findIndex(({ format }) => format === 'trl-stepwise')
  choices.splice(at + 1, 0, {
    ...choices[at]!,
    format: 'trl-stepwise-parquet',
    name: nameFormat('trl-stepwise-parquet'),
    summary:
      'the same rows as a Parquet file, as datasets and DuckDB load it; cannot be imported again',
    extension: 'parquet',
  })
  return choices
}

/** The table that is written has a row for each step, the one that is read a row for each solution. */
function canComeBack(format: (typeof outputFormatNames)[number]): boolean {
  return format !== 'csv' && inputFormatNames.some((name) => name === format)
}
