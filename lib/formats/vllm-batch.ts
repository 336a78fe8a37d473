import { readBatchLine } from './batch-line'
import type { InputFormat } from './input-format'
import { isObject } from './json-value'
import { readOfflineLine } from './vllm-offline'

/**
 * Batch output of older vLLM, with the completion directly in `response`, and the output of its
 * offline calls.
 */
export const vllmBatch: InputFormat = {
  detects: (line) =>
    isOffline(line) ||
    (line.custom_id !== undefined && isObject(line.response) && 'choices' in line.response),
  read: (value, context) =>
    isObject(value) && isOffline(value)
      ? readOfflineLine(value, context)
      : readBatchLine(value, context),
}

const isOffline = (line: Readonly<Record<string, unknown>>) =>
  Array.isArray(line.outputs) &&
  (line.prompt !== undefined || line.custom_id !== undefined || line.request_id !== undefined)
