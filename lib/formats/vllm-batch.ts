import { readBatchLine } from './batch-line'
import type { InputFormat } from './input-format'
import { isJsonObject } from './json-value'
import { readVllmOfflineLine } from './vllm-offline'

/**
 * Batch output of older vLLM, with the completion directly in `response`, and the output of its
 * offline calls.
 */
export const vllmBatchInput: InputFormat = {
  detects: (line) =>
    isOffline(line) ||
    (line.custom_id !== undefined && isJsonObject(line.response) && 'choices' in line.response),
  read: (value, context) =>
    isJsonObject(value) && isOffline(value)
      ? readVllmOfflineLine(value, context)
      : readBatchLine(value, context),
}

const isOffline = (line: Readonly<Record<string, unknown>>) =>
  Array.isArray(line.outputs) &&
  (line.prompt !== undefined || line.custom_id !== undefined || line.request_id !== undefined)
