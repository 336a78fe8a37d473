import { type ItemReadResult, readItemRecord } from '@/lib/formats/detect-input-format'
import type { ImportItemPosition } from '@/lib/formats/excerpt'
import type { BatchRequestRecord } from '@/lib/formats/input-format'
import { getItemPosition, readItems, type ItemReadOptions } from '@/lib/formats/read-items'
import { parseBatchRequests, maxRequestErrors } from '@/lib/formats/read-requests'
import type { LineError } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'

/** A line, or an object in an array: its location and content. */
export type RecordReadResult =
  | { position: ImportItemPosition; byteLength: number; result: ItemReadResult }
  /** Could not be read as a line, an object or a row of a table. */
  | { error: LineError }

/** How many errors the message lists. */
const maxErrorsInMessage = 3

export async function* readImportRecords(
  chunks: AsyncIterable<Uint8Array>,
  {
    requests,
    ...readOptions
  }: ItemReadOptions & { requests: ReadonlyMap<string, BatchRequestRecord> | null },
): AsyncGenerator<RecordReadResult> {
  for await (const item of readItems(chunks, readOptions)) {
    if ('error' in item) {
      yield { error: item.error }
      continue
    }
    yield {
      position: getItemPosition(item),
      byteLength: item.byteLength,
      result: readItemRecord(readOptions.format, item, { requests }),
    }
  }
}

/** Reads a whole request file. Throws `invalid_lines` if a request in it is invalid, and `too_large` above `maxBytes`. */
export async function parseBatchRequestFile(
  chunks: AsyncIterable<Uint8Array>,
  limits: { maxBytes: number; throwIfEnded: () => void },
): Promise<ReadonlyMap<string, BatchRequestRecord>> {
  const { requests, errors } = await parseBatchRequests(chunks, limits)
  if (errors.length === 0) return requests
  const listedErrors = errors
    .slice(0, maxErrorsInMessage)
    .map(({ line, location, reason }) => `line ${line}, ${location}: ${reason}`)
  const isAll = errors.length < maxRequestErrors
  const count = `${formatQuantity(errors.length, 'error')}${isAll ? '' : ' or more'}`
  throw new AppError(
    'invalid_lines',
    `The request file has ${count}. ${listedErrors.join(' ')} Nothing was imported. Fix the file and upload it with a new import.`,
  )
}
