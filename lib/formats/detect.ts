import { bigBenchMistake } from './big-bench-mistake'
import { csv } from './csv'
import type { InputFormatName } from './format-names'
import { generic } from './generic'
import { gsm8kSolutions } from './gsm8k-solutions'
import type { InputFormat, ReadContext } from './input-format'
import { isObject } from './json-value'
import { lmEval } from './lm-eval'
import { mathShepherd } from './math-shepherd'
import { mrBen } from './mr-ben'
import { openaiBatch } from './openai-batch'
import { parseJsonLine } from './parse-json'
import { type ReadError, type ReadResult, wholeLine } from './read-result'
import { prm800k } from './prm800k'
import { processbench } from './processbench'
import { qwenEval } from './qwen-eval'
import type { ReadableItem } from './read-items'
import { stepmark } from './read-stepmark'
import type { ImportRecord } from './record'
import { scoredSamples } from './scored-samples'
import { searchAndLearn } from './search-and-learn'
import { trlStepwise } from './trl-stepwise'
import { vllmBatch } from './vllm-batch'

/**
 * How each format is read, in the order in which detection asks: what has keys of its own before what
 * shares them.
 */
export const readers: Readonly<Record<InputFormatName, InputFormat>> = {
  stepmark,
  prm800k,
  'openai-batch': openaiBatch,
  'vllm-batch': vllmBatch,
  'lm-eval': lmEval,
  'mr-ben': mrBen,
  'big-bench-mistake': bigBenchMistake,
  'math-shepherd': mathShepherd,
  'trl-stepwise': trlStepwise,
  processbench,
  'qwen-eval': qwenEval,
  'gsm8k-solutions': gsm8kSolutions,
  'search-and-learn': searchAndLearn,
  'scored-samples': scoredSamples,
  generic,
  csv,
}

const readerList = Object.entries(readers) as [InputFormatName, InputFormat][]

export type LineResult =
  | { ok: true; format: InputFormatName; record: ImportRecord }
  | { ok: false; errors: ReadError[] }

/** Keys of an unknown line that are named. */
const maxListedKeys = 8

/** No request file came. */
export const noContext: ReadContext = { requests: null }

/** Tells the format of a parsed line by the keys that only that format has; null when none fits. */
export function detectFormat(value: unknown): InputFormatName | null {
  if (!isObject(value)) return null
  return readerList.find(([, format]) => format.detects(value))?.[0] ?? null
}

/**
 * Reads one item of a file: the whole way from text to record. `auto` looks at each item for itself; a row of a table
 * is always `csv`.
 *
 * @param item as `readItems` gives it, but for those that are problems already
 * @param context what came beside the file: the requests that a batch answers
 */
export function readItem(
  format: InputFormatName | 'auto',
  item: ReadableItem,
  context: ReadContext = noContext,
): LineResult {
  if ('row' in item) return finish('csv', csv.read(item.row, context))
  const parsed = parseJsonLine(item.text)
  if (!parsed.ok)
    return { ok: false, errors: [{ location: parsed.location, reason: parsed.reason }] }
  const detected = format === 'auto' ? detectFormat(parsed.value) : format
  if (detected !== null) return finish(detected, readers[detected].read(parsed.value, context))
  const reason = isObject(parsed.value)
    ? describeUnknown(parsed.value)
    : 'Expected an object in braces.'
  return { ok: false, errors: [{ location: wholeLine, reason }] }
}

function finish(format: InputFormatName, result: ReadResult): LineResult {
  return result.ok ? { ...result, format } : result
}

/** A whole file of such lines is read by people: one short sentence for each. */
function describeUnknown(value: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(value)
  const listed = keys.slice(0, maxListedKeys).map((key) => JSON.stringify(key.slice(0, 40)))
  const detected = listed.join(', ') + (keys.length > maxListedKeys ? ' and more' : '')
  const has =
    keys.length === 0
      ? 'no keys'
      : keys.length === 1
        ? `only the key ${detected}`
        : `the keys ${detected}`
  return `Unknown format: the line has ${has}.`
}
