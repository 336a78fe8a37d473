import fc from 'fast-check'
import { describe, expect, test, type TestContext } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { detectInputFormat, inputFormatReaders, readItemRecord } from './detect-input-format'
import { type InputFormatName, inputFormatNames } from './format-names'
import { readItems, type ReadableItem } from './read-items'
import { makeBatchRequests } from './testing/read-value'
import { readSharedDataFile } from './testing/shared-data'

const generic = '{"problem": "p", "samples": ["x"]}'

const item = (text: string): ReadableItem => ({ line: 1, offset: 0, byteLength: text.length, text })

describe('detecting the input format', () => {
  test.each([
    [generic, 'generic'],
    ['{"samples": []}', 'generic'],
    ['{"problem": "p", "options": [["a"]]}', 'generic'],
    ['{"question": {"problem": "p"}, "label": {"steps": []}}', 'prm800k'],
    ['{"question": {}}', 'prm800k'],
    ['{"format": "stepmark", "version": 1}', 'stepmark'],
    ['{"prompt": "p", "completions": [], "labels": []}', 'trl-stepwise'],
    ['{"id": "1", "steps": [], "final_answer_correct": true, "label": -1}', 'processbench'],
    ['{"input": "p ки", "label": "p +"}', 'math-shepherd'],
    ['{"Model_Solution_Steps": []}', 'mr-ben'],
    ['{"input": "p", "steps": [], "mistake_index": null}', 'big-bench-mistake'],
    ['{"problem": "p", "steps": [], "rating_probs": []}', 'scored-samples'],
    ['{"problem": "p", "text": "t", "orm_score": 1}', 'scored-samples'],
    ['{"custom_id": "a", "response": {"status_code": 200, "body": {}}}', 'openai-batch'],
    ['{"custom_id": "a", "response": null, "error": {"message": "m"}}', 'openai-batch'],
    ['{"custom_id": "a", "response": {"choices": []}, "error": null}', 'vllm-batch'],
    ['{"prompt": "p", "outputs": [{"text": "t"}]}', 'vllm-batch'],
    ['{"request_id": "0", "prompt": null, "outputs": ["t"]}', 'vllm-batch'],
    ['{"doc_id": 0, "doc": {}, "resps": [["x"]]}', 'lm-eval'],
    ['{"problem": "p", "completions": ["x"], "scores": [[1]]}', 'search-and-learn'],
    ['{"question": "p", "gt": "1", "code": ["x"]}', 'qwen-eval'],
    ['{"question": "q", "ground_truth": "a", "m": {"solution": "s"}}', 'gsm8k-solutions'],
    ['{"problem": "p", "steps": [], "label": -1}', null],
    ['{"problem": "p", "text": "t", "answer": "1"}', 'generic'],
    ['{"problem": "p", "response": "t"}', 'generic'],
    ['{"problem": "p", "answer": "1"}', null],
    ['{"question": "q", "ground_truth": "a"}', null],
    ['{"prompt": "p", "answers": ["a"], "label": [1]}', 'rlhflow-samples'],
    ['{"question": "q", "process": "a ки", "label": ["+"]}', 'openr'],
    ['{"question": "q", "chain_of_thoughts": []}', 'versaprm'],
    ['{"question": "q", "modified_process": [], "error_steps": []}', 'prmbench'],
    ['{"custom_id": "a", "method": "POST", "body": {}}', null],
    ['{}', null],
    ['[]', null],
    ['null', null],
    ['"samples"', null],
  ])('detects %s as %s', (text, format) => {
    expect(detectInputFormat(JSON.parse(text))).toBe(format)
  })

  test('has a reader for every format', () => {
    expect(Object.keys(inputFormatReaders).sort()).toEqual([...inputFormatNames].sort())
  })
})

const hint = ' A problem with one solution needs "problem", and "text" or "steps".'

describe('reading an item of a file', () => {
  test('returns the detected format', () => {
    expect(readItemRecord('auto', item(generic))).toMatchObject({ ok: true, format: 'generic' })
    expect(readItemRecord('generic', item(generic))).toMatchObject({ ok: true, format: 'generic' })
  })

  test('reports errors against the requested format, even if the item is in another format', () => {
    const result = readItemRecord('prm800k', item(generic))
    expect(!result.ok && result.errors.map(({ location }) => location)).toContain('labeler')
  })

  test.each([
    [generic, 'samples[0].text'],
    ['{"problem": "p", "response": "t"}', 'response'],
    ['{"problem": "p", "options": [["a"]]}', 'line'],
    ['{"prompt": "p", "completions": ["t"], "labels": [true]}', 'line'],
  ])('says where the line %s has an error in the text of its solution', (text, location) => {
    const result = readItemRecord('auto', item(text))
    const error = { location: 'samples[0].text', reason: 'No.' }
    expect(result.ok && result.locateError(error)).toEqual({ location, reason: 'No.' })
    // An error of the problem is not moved.
    const problemError = { location: 'problem', reason: 'No.' }
    expect(result.ok && result.locateError(problemError)).toEqual(problemError)
  })

  test('reads a row as csv regardless of the requested format', () => {
    const row = {
      line: 2,
      offset: 9,
      byteLength: 3,
      row: { problem: 'p', text: 't' },
      columnNames: {},
      excerpt: 'p,t',
    }
    expect(readItemRecord('generic', row)).toMatchObject({ ok: true, format: 'csv' })
  })

  test.each([
    ['{"problem": ', 'column 13', 'The line ends inside an object.'],
    ['{"a": 1, "a": 2}', 'a', 'The key "a" occurs twice (again at column 10).'],
    ['[1]', 'line', 'Expected an object in braces.'],
    ['{"problem": "p"}', 'line', `Unknown format: the line has only the key "problem".${hint}`],
    [
      '{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9}',
      'line',
      `Unknown format: the line has the keys "a", "b", "c", "d", "e", "f", "g", "h" and more.${hint}`,
    ],
    ['{}', 'line', `Unknown format: the line has no keys.${hint}`],
  ])('rejects %s at %s: %s', (text, location, reason) => {
    expect(readItemRecord('auto', item(text))).toEqual({
      ok: false,
      errors: [{ location, reason }],
    })
  })

  test.each(inputFormatNames)('%s rejects values of a wrong shape and hostile values', (format) => {
    const wrongShapes = ['[]', 'null', '7', '"x"', '{}', '{"custom_id": {}, "response": []}']
    const hostileValues = [
      ...['{"a": 1e999}', '{"a": "\\u0000"}', '{"a": "\\ud800"}', '{"__proto__": {"ok": true}}'],
      `{"a": ${'['.repeat(40)}${']'.repeat(40)}}`,
    ]
    for (const text of [...wrongShapes, ...hostileValues]) {
      const result = readItemRecord(format, item(text))
      expect(result.ok, text).toBe(false)
      if (!result.ok) for (const { reason } of result.errors) expect(reason).toMatch(/\w.*[.]$/s)
    }
    const lines = ['__proto__', 'constructor', 'toString'].map((key) => `{"problem": "${key}"}`)
    for (const text of lines) expect(readItemRecord(format, item(text)).ok).toBe(false)
  })
})

const anyJson = fc.jsonValue({ maxDepth: 3 })
const likelyValue = fc.oneof(
  ...[fc.string(), fc.boolean(), fc.integer(), fc.constant(null), fc.array(fc.string())],
  ...[fc.array(fc.boolean()), fc.array(fc.array(fc.double())), fc.array(fc.array(fc.string()))],
  fc.dictionary(
    fc.constantFrom('solution', 'choices', 'body', 'problem', 'text', '1'),
    fc.jsonValue(),
  ),
  anyJson,
)
/** Valid lines of most formats. The test replaces one key at a time. */
const validLines: Partial<Record<InputFormatName, Record<string, unknown>>> = {
  generic: { problem: 'p', answer: '1', level: 1, samples: [{ steps: ['a', 'b'], score: 1 }] },
  'lm-eval': { doc: { problem: 'p' }, target: '1', resps: [['a']], filtered_resps: ['a'] },
  'search-and-learn': { problem: 'p', completions: ['a\n\nb'], scores: [[1, 2]], agg_scores: [1] },
  'qwen-eval': { question: 'p', gt: '1', code: ['a'], pred: ['1'], score: [true], report: [null] },
  'gsm8k-solutions': { question: 'p', ground_truth: 'A: 1', m: { solution: 'a' } },
  'scored-samples': { problem: 'p', steps: ['a'], rating_probs: [{ '-1': 0, '0': 0, '1': 1 }] },
  'vllm-batch': { custom_id: 'a', response: { choices: [{ text: 'a' }] }, error: null },
  'trl-stepwise': { prompt: 'p', completions: ['a'], labels: [true] },
  processbench: { problem: 'p', steps: ['a'], label: 0, final_answer_correct: true, id: 'a' },
  'big-bench-mistake': { input: 'p', steps: ['a'], answer: '1', target: '1', mistake_index: null },
  'math-shepherd': { input: 'p Step 1: a ки', label: 'p Step 1: a +' },
  'rlhflow-samples': { prompt: 'p', answers: ['a'], label: [1] },
  openr: { question: 'p', process: 'a ки', labels: [1] },
  versaprm: { question: 'p', answer: '1', chain_of_thoughts: [{ steps: ['a'], labels: [1] }] },
  prmbench: { question: 'p', modified_process: ['a'], error_steps: [1], reason: 'r' },
}
const anyChangedLine = fc
  .constantFrom(...(Object.entries(validLines) as [InputFormatName, object][]))
  .chain(([format, value]) =>
    fc.tuple(
      fc.constant(format),
      fc
        .tuple(fc.constantFrom(...Object.keys(value), 'more'), fc.constantFrom('keep', 'change'))
        .chain(([key, operation]) =>
          operation === 'keep'
            ? fc.constant(value)
            : likelyValue.map((replacement) => ({ ...value, [key]: replacement })),
        ),
    ),
  )
const requests = makeBatchRequests({ a: {}, '': {} })

test('reading any value returns located errors or a storable record', () => {
  fc.assert(
    fc.property(anyChangedLine, ([format, value]) => {
      const result = readItemRecord(format, item(JSON.stringify(value)), { requests })
      if (!result.ok) {
        expect(result.errors.length).toBeGreaterThan(0)
        expect(result.errors.length).toBeLessThanOrEqual(20)
        for (const { location, reason } of result.errors) {
          expect(location).not.toBe('')
          expect(reason).toMatch(/[.:"]$/)
        }
        return
      }
      expect(result.record.problem.statement.trim()).not.toBe('')
      for (const { text, steps, stepScores } of result.record.solutions) {
        expect((text === null) !== (steps === null)).toBe(true)
        for (const one of steps ?? [text ?? '']) expect(one.trim()).not.toBe('')
        if (steps && stepScores) expect(stepScores).toHaveLength(steps.length)
      }
    }),
    { numRuns: scaleRuns(2000) },
  )
})

/** Whole files of real data, with their format and contents. */
const files: Record<
  string,
  [InputFormatName, problems: number, solutions: number, annotations: number]
> = {
  'prm800k/samples.jsonl': ['prm800k', 6, 6, 6],
  'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl': ['generic', 20, 320, 0],
  'candidates/gsm8k-model-solutions.jsonl': ['gsm8k-solutions', 1319, 5276, 0],
  'labelled/big-bench-mistake-arithmetic.jsonl': ['big-bench-mistake', 300, 300, 300],
  'labelled/mr-ben-math.jsonl': ['mr-ben', 462, 462, 462],
  'formats/prm800k.real.jsonl': ['prm800k', 6, 6, 6],
  'formats/big-bench-mistake.real.jsonl': ['big-bench-mistake', 3, 3, 3],
  'formats/math-shepherd.real.jsonl': ['math-shepherd', 7, 7, 7],
  'formats/math-shepherd.from-prm800k.jsonl': ['math-shepherd', 1, 1, 1],
  'formats/mr-ben.real.json': ['mr-ben', 1, 1, 1],
  'formats/processbench.real.jsonl': ['processbench', 1, 1, 1],
  'formats/processbench.from-prm800k.jsonl': ['processbench', 2, 2, 2],
  'formats/trl-math_shepherd.real.json': ['trl-stepwise', 1, 1, 1],
  'formats/trl-stepwise.doc-example.json': ['trl-stepwise', 1, 1, 1],
  'formats/trl-stepwise.from-prm800k.neutral-negative.jsonl': ['trl-stepwise', 37, 37, 37],
  'formats/trl-stepwise.from-prm800k.neutral-positive.jsonl': ['trl-stepwise', 37, 37, 37],
  'upstream/gsm8k-example_model_solutions.real.jsonl': ['gsm8k-solutions', 3, 12, 0],
  'upstream/lm-eval-samples.shape.json': ['lm-eval', 1, 1, 0],
  'upstream/qwen25-math-eval.shape.json': ['qwen-eval', 1, 2, 0],
  'formats/openr-prm-train.real.json': ['openr', 3, 3, 3],
  'formats/openr.from-prm800k.jsonl': ['openr', 1, 1, 1],
  'formats/prmbench-build.real.jsonl': ['prmbench', 3, 6, 6],
  'formats/prmbench.doc-example.json': ['prmbench', 1, 2, 2],
  'formats/versaprm.from-prm800k.jsonl': ['versaprm', 1, 5, 5],
  'formats/versaprm.real.json': ['versaprm', 3, 8, 8],
  'upstream/rlhflow-samples.shape.json': ['rlhflow-samples', 1, 2, 0],
  'upstream/search-and-learn.shape.json': ['search-and-learn', 1, 2, 0],
}

/** Files in the same folders that no format reads. */
const unreadableFiles = [
  'formats/math-aps.real.jsonl',
  'formats/openrlhf.from-prm800k.jsonl',
  'formats/qwen-extra0.from-prm800k.jsonl',
  'formats/rlhflow.from-prm800k.jsonl',
  'formats/rlhflow.real.json',
  'formats/thinkprm.schema.json',
  'upstream/openai-batch-input.jsonl',
]

async function readFile(context: TestContext, name: string): Promise<ReadableItem[]> {
  const bytes = readSharedDataFile(context, name)
  const chunks = (async function* () {
    yield await Promise.resolve(bytes)
  })()
  const items = await Array.fromAsync(readItems(chunks, { format: 'auto' }))
  return items.map((item) => {
    expect(item).not.toHaveProperty('problem')
    return item as ReadableItem
  })
}

const parse = (item: ReadableItem): unknown => ('text' in item ? JSON.parse(item.text) : item.row)

describe('real files', () => {
  test.for(Object.entries(files))(
    'every line of $0 is read in the expected format, with all solutions and annotations',
    async ([name, [format, ...expected]], context) => {
      const actual = [0, 0, 0]
      for (const one of await readFile(context, name)) {
        const result = readItemRecord('auto', one)
        if (!result.ok) throw new Error(`line ${one.line}: ${JSON.stringify(result.errors)}`)
        expect(result.format).toBe(format)
        const { solutions } = result.record
        actual[0]! += 1
        actual[1]! += solutions.length
        actual[2]! += solutions.flatMap(({ annotations }) => annotations).length
      }
      expect(actual).toEqual(expected)
    },
  )

  test.for([
    ...Object.keys(files),
    'upstream/openai-batch-output.jsonl',
    'upstream/prm800k-scored-samples.shape.json',
  ])('detects %s as exactly one format', async (name, context) => {
    for (const item of await readFile(context, name)) {
      const value = parse(item) as Record<string, unknown>
      const matchingFormats = inputFormatNames.filter((format) =>
        inputFormatReaders[format].detects(value),
      )
      expect(matchingFormats).toHaveLength(1)
    }
  })

  test.for(unreadableFiles)('detects %s as none of the formats', async (name, context) => {
    for (const item of await readFile(context, name)) {
      expect(detectInputFormat(parse(item))).toBeNull()
      expect(readItemRecord('auto', item).ok).toBe(false)
    }
  })
})
