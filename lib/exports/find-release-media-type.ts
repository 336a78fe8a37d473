import type { MediaType } from '@/lib/platform/contract'

/** By file extension. */
const mediaTypes: Readonly<Record<string, MediaType>> = {
  jsonl: 'application/x-ndjson',
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
  parquet: 'application/vnd.apache.parquet',
}

/** The media type of a release file. */
export const findReleaseMediaType = (file: string): MediaType =>
  mediaTypes[file.split('.').at(-1) ?? ''] ?? 'text/plain'
