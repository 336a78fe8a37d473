import { bigBenchMistakeInput } from './big-bench-mistake'
import { csvInput } from './csv'
import type { InputFormatName } from './format-names'
import { genericInput } from './generic'
import { gsm8kSolutionsInput } from './gsm8k-solutions'
import type { InputFormat, ReadContext } from './input-format'
import { isJsonObject } from './json-value'
import { lmEvalInput } from './lm-eval'
import { mathShepherdInput } from './math-shepherd'
import { mrBenInput } from './mr-ben'
import { openaiBatchInput } from './openai-batch'
import { openrInput } from './openr'
import { parseJsonLine } from './parse-json'
import { prm800kInput } from './prm800k'
import { prmbenchInput } from './prmbench'
import { processbenchInput } from './processbench'
import { qwenEvalInput } from './qwen-eval'
import type { ReadableItem } from './read-items'
import { type ReadError, wholeLineLocation } from './read-result'
import { stepmarkInput } from './read-stepmark'
import type { ImportRecord } from './record'
import { rlhflowSamplesInput } from './rlhflow-samples'
import { scoredSamplesInput } from './scored-samples'
import { searchAndLearnInput } from './search-and-learn'
import { trlStepwiseInput } from './trl-stepwise'
import { versaprmInput } from './versaprm'
import { vllmBatchInput } from './vllm-batch'

/**
 * Readers in the order of detection: a format comes before the more general ones that would also
 * recognise its lines.
 */
export const inputFormatReaders: Readonly<Record<InputFormatName, InputFormat>> = {
  stepmark: stepmarkInput,
  prm800k: prm800kInput,
  'openai-batch': openaiBatchInput,
  'vllm-batch': vllmBatchInput,
  'lm-eval': lmEvalInput,
  'mr-ben': mrBenInput,
  prmbench: prmbenchInput,
  versaprm: versaprmInput,
  openr: openrInput,
  'big-bench-mistake': bigBenchMistakeInput,
  'math-shepherd': mathShepherdInput,
  'trl-stepwise': trlStepwiseInput,
  processbench: processbenchInput,
  'qwen-eval': qwenEvalInput,
  'gsm8k-solutions': gsm8kSolutionsInput,
  'search-and-learn': searchAndLearnInput,
  'rlhflow-samples': rlhflowSamplesInput,
  'scored-samples': scoredSamplesInput,
  generic: genericInput,
  csv: csvInput,
}

const readerList = Object.entries(inputFormatReaders) as [InputFormatName, InputFormat][]

export type ItemReadResult =
  | {
      ok: true
      format: InputFormatName
      record: ImportRecord
      /** Moves an error that is found in the record later to where the item has it. */
      locateError: (error: ReadError) => ReadError
    }
  | { ok: false; errors: ReadError[] }

/** Maximum number of keys in the error of a line in an unknown format. */
const maxListedKeys = 8

/** No request file was sent. */
export const emptyReadContext: ReadContext = { requests: null }

/** Detects the format of a parsed line by its keys: the first reader that recognises them. Null if none does. */
export function detectInputFormat(value: unknown): InputFormatName | null {
  if (!isJsonObject(value)) return null
  return readerList.find(([, format]) => format.detects(value))?.[0] ?? null
}

/**
 * Reads one item of a file, from text to record. `auto` detects each item separately; a row of a
 * table is always `csv`.
 *
 * @param item from `readItems`, unless it is already an error
 * @param context what was sent with the file: the requests of a batch
 */
export function readItemRecord(
  format: InputFormatName | 'auto',
  item: ReadableItem,
  context: ReadContext = emptyReadContext,
): ItemReadResult {
  if ('row' in item) {
    const { row, columnNames } = item
    return readValue('csv', row, { ...context, columnNames })
  }
  const parseResult = parseJsonLine(item.text)
  if (!parseResult.ok)
    return { ok: false, errors: [{ location: parseResult.location, reason: parseResult.reason }] }
  const detectedFormat = format === 'auto' ? detectInputFormat(parseResult.value) : format
  if (detectedFormat !== null) return readValue(detectedFormat, parseResult.value, context)
  const reason = isJsonObject(parseResult.value)
    ? describeUnknownFormat(parseResult.value)
    : 'Expected an object in braces.'
  return { ok: false, errors: [{ location: wholeLineLocation, reason }] }
}

function readValue(format: InputFormatName, value: unknown, context: ReadContext): ItemReadResult {
  const reader = inputFormatReaders[format]
  const result = reader.read(value, context)
  if (!result.ok) return result
  const locateError = (error: ReadError) =>
    reader.locateError?.(error, value, context) ?? locateInLine(error)
  return { ...result, format, locateError }
}

/** Solutions are only in `samples` in the generic format. */
const locateInLine = ({ location, reason }: ReadError): ReadError => ({
  location: location.startsWith('samples[') ? wholeLineLocation : location,
  reason,
})

/** Short, because people read it for every line of a file. */
function describeUnknownFormat(value: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(value)
  const quotedKeys = keys.slice(0, maxListedKeys).map((key) => JSON.stringify(key.slice(0, 40)))
  const keyList = quotedKeys.join(', ') + (keys.length > maxListedKeys ? ' and more' : '')
  const keysText =
    keys.length === 0
      ? 'no keys'
      : keys.length === 1
        ? `only the key ${keyList}`
        : `the keys ${keyList}`
  return `Unknown format: the line has ${keysText}. A problem with one solution needs "problem", and "text" or "steps".`
}
