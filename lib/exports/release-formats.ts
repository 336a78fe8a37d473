import {
  type OutputFormatName,
  outputFormatDescriptions,
  outputFormatNames,
} from '@/lib/formats/format-names'

/** A file of `trl-stepwise` rows for datasets and DuckDB. */
export const parquetFormat = 'trl-stepwise-parquet'

/** The formats of a release: those of an export, and Parquet. */
export const releaseFormatNames = [...outputFormatNames, parquetFormat] as const
export type ReleaseFormat = (typeof releaseFormatNames)[number]

/** The export format of the rows of a release format. */
export function toRowFormat(format: ReleaseFormat): OutputFormatName {
  return format === parquetFormat ? 'trl-stepwise' : format
}

export function getReleaseFormatLabel(format: ReleaseFormat): string {
  const { label } = outputFormatDescriptions[toRowFormat(format)]
  return format === parquetFormat ? `${label} as Parquet` : label
}
