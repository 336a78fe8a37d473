import { readBatchLine } from './batch-line'
import type { InputFormat } from './input-format'
import { isJsonObject } from './json-value'

/** Output of OpenAI's batch service and of `vllm run-batch`. A failed request may have no response. */
export const openaiBatchInput: InputFormat = {
  detects: ({ custom_id, response, error }) =>
    custom_id !== undefined &&
    (isJsonObject(response) ? 'status_code' in response || 'body' in response : error != null),
  read: readBatchLine,
}
