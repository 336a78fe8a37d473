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
import { openr } from './openr'
import { parseJsonLine } from './parse-json'
import { type ReadError, type ReadResult, wholeLineLocation } from './read-result'
import { prm800k } from './prm800k'
import { prmbench } from './prmbench'
import { processbench } from './processbench'
import { qwenEval } from './qwen-eval'
import type { ReadableItem } from './read-items'
import { stepmark } from './read-stepmark'
import type { ImportRecord } from './record'
import { rlhflowSamples } from './rlhflow-samples'
import { scoredSamples } from './scored-samples'
import { searchAndLearn } from './search-and-learn'
import { trlStepwise } from './trl-stepwise'
import { versaprm } from './versaprm'
import { vllmBatch } from './vllm-batch'

/**
 * Readers in the order of detection: formats with keys of their own come before those that share
 * them.
 */
export const readers: Readonly<Record<InputFormatName, InputFormat>> = {
  stepmark,
  prm800k,
  'openai-batch': openaiBatch,
  'vllm-batch': vllmBatch,
  'lm-eval': lmEval,
  'mr-ben': mrBen,
  prmbench,
  versaprm,
  openr,
  'big-bench-mistake': bigBenchMistake,
  'math-shepherd': mathShepherd,
  'trl-stepwise': trlStepwise,
  processbench,
  'qwen-eval': qwenEval,
  'gsm8k-solutions': gsm8kSolutions,
  'search-and-learn': searchAndLearn,
  'rlhflow-samples': rlhflowSamples,
  'scored-samples': scoredSamples,
  generic,
  csv,
}

const readerList = Object.entries(readers) as [InputFormatName, InputFormat][]

export type LineResult =
  | { ok: true; format: InputFormatName; record: ImportRecord }
  | { ok: false; errors: ReadError[] }

/** Maximum number of keys named for an unknown line. */
const maxListedKeys = 8

/** No request file was sent. */
export const noContext: ReadContext = { requests: null }

/** Detects the format of a parsed line by keys that only that format has; null if none fits. */
export function detectFormat(value: unknown): InputFormatName | null {
  if (!isObject(value)) return null
  return readerList.find(([, format]) => format.detects(value))?.[0] ?? null
}

/**
 * Reads one item of a file, from text to record. `auto` detects each item separately; a row of a
 * table is always `csv`.
 *
 * @param item from `readItems`, unless it is already an error
 * @param context what was sent with the file: the requests of a batch
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
  return { ok: false, errors: [{ location: wholeLineLocation, reason }] }
}

function finish(format: InputFormatName, result: ReadResult): LineResult {
  return result.ok ? { ...result, format } : result
}

/** People read a whole file of such lines: one short sentence each. */
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
  return `Unknown format: the line has ${has}. A problem with one solution needs "problem", and "text" or "steps".`
}
