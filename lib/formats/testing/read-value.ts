import { expect } from 'vitest'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import type { InputFormatName } from '@/lib/formats/format-names'
import type { BatchRequestRecord } from '@/lib/formats/input-format'
import type { ReadError } from '@/lib/formats/read-result'
import type { ImportRecord } from '@/lib/formats/record'

/** Requests by `custom_id`, as from `parseBatchRequests`. */
export function makeBatchRequests(
  requests: Record<string, Partial<BatchRequestRecord>>,
): ReadonlyMap<string, BatchRequestRecord> {
  const emptyRequest = { problem: 'p', answer: null, generator: null }
  return new Map(
    Object.entries(requests).map(([id, request]) => [id, { ...emptyRequest, ...request }]),
  )
}

/** The record of a JSON value, which must be valid and detected as the format. */
export function readValidValue(
  format: InputFormatName,
  value: unknown,
  requests: ReadonlyMap<string, BatchRequestRecord> | null = null,
): ImportRecord {
  const text = JSON.stringify(value)
  const result = readItemRecord(
    'auto',
    { line: 1, offset: 0, byteLength: text.length, text },
    { requests },
  )
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  expect(result.format).toBe(format)
  return result.record
}

/** Why a value is rejected. */
export function readValueErrors(
  format: InputFormatName,
  value: unknown,
  requests: ReadonlyMap<string, BatchRequestRecord> | null = null,
): ReadError[] {
  const text = JSON.stringify(value)
  const result = readItemRecord(
    format,
    { line: 1, offset: 0, byteLength: text.length, text },
    { requests },
  )
  if (result.ok) throw new Error('It was read.')
  return result.errors
}
