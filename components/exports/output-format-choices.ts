import {
  getReleaseFormatLabel,
  parquetFormat,
  type ReleaseFormat,
} from '@/lib/exports/release-formats'
import {
  inputFormatNames,
  outputFormatDescriptions,
  outputFormatNames,
} from '@/lib/formats/format-names'
import { outputFormats } from '@/lib/formats/output-formats'

/** An output format to choose on a page. */
export interface OutputFormatChoice<Format extends string = ReleaseFormat> {
  format: Format
  name: string
  summary: string
  /** `jsonl`, `csv`, `parquet` */
  extension: string
  /** The format only knows correct and wrong, so a neutral policy must be chosen. */
  needsNeutral: boolean
}

/** Formats of an export. For server components only, because it imports the writers. */
export function listExportFormatChoices(): OutputFormatChoice<
  (typeof outputFormatNames)[number]
>[] {
  return outputFormatNames.map((format) => {
    const { extension, needsNeutral } = outputFormats[format]
    const { label, summary } = outputFormatDescriptions[format]
    return {
      format,
      name: label,
      summary: canReimport(format) ? summary : `${summary}; can’t be imported again`,
      extension,
      needsNeutral,
    }
  })
}

/** Formats of a release: those of an export, and Parquet. */
export function listReleaseFormatChoices(): OutputFormatChoice[] {
  const choices: OutputFormatChoice[] = listExportFormatChoices()
  const index = choices.findIndex(({ format }) => format === 'trl-stepwise')
  choices.splice(index + 1, 0, {
    ...choices[index]!,
    format: parquetFormat,
    name: getReleaseFormatLabel(parquetFormat),
    summary: 'the same rows as Parquet, for datasets and DuckDB; can’t be imported again',
    extension: 'parquet',
  })
  return choices
}

/** CSV is an exception: exports have a row per step, imports a row per solution. */
function canReimport(format: (typeof outputFormatNames)[number]): boolean {
  return format !== 'csv' && inputFormatNames.some((name) => name === format)
}
