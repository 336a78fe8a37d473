import { type LineResult, readItem } from '@/lib/formats/detect'
import type { RequestRecord } from '@/lib/formats/input-format'
import { describeItem, readItems, type ReadOptions } from '@/lib/formats/read-items'
import { readRequests, maxRequestErrors } from '@/lib/formats/read-requests'
import type { LineError } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import type { Origin } from './prepare'

/** A line, or an object in an array: its location and content. */
export type ReadRecord =
  | { origin: Origin; byteLength: number; result: LineResult }
  /** Not text. */
  | { error: LineError }

/** Requests whose problems an error names. */
const namedProblems = 3

export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  { requests, ...reading }: ReadOptions & { requests: ReadonlyMap<string, RequestRecord> | null },
): AsyncGenerator<ReadRecord> {
  for await (const item of readItems(chunks, reading)) {
    if ('error' in item) {
      yield { error: item.error }
      continue
    }
    yield {
      origin: describeItem(item),
      byteLength: item.byteLength,
      result: readItem(reading.format, item, { requests }),
    }
  }
}

/** Reads a whole request file. Throws `invalid_lines` if one of them is invalid. */
export async function readAllRequests(
  chunks: AsyncIterable<Uint8Array>,
  limits: { maxBytes: number; throwIfEnded: () => void },
): Promise<ReadonlyMap<string, RequestRecord>> {
  const { requests, errors } = await readRequests(chunks, limits)
  if (errors.length === 0) return requests
  const named = errors
    .slice(0, namedProblems)
    .map(({ line, location, reason }) => `line ${line}, ${location}: ${reason}`)
  const isAll = errors.length < maxRequestErrors
  const count = `${formatQuantity(errors.length, 'problem')}${isAll ? '' : ' or more'}`
  throw new AppError(
    'invalid_lines',
    `The request file has errors (${count}). ${named.join(' ')} Nothing was imported. Fix the file and upload it with a new import.`,
  )
}
