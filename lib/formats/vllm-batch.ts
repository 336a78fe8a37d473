import { readBatchLine } from './batch-line'
import type { InputFormat } from './input-format'
import { isObject } from './json-value'

/** Batch output as older vLLM writes it: the completion stands directly in `response`. */
export const vllmBatch: InputFormat = {
  detects: ({ custom_id, response }) =>
    custom_id !== undefined && isObject(response) && 'choices' in response,
  read: readBatchLine,
}
