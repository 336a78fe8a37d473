import { expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { flattenBlocks } from './testing/read-typeset'
import type { TypesetBlock, TypesetFormula } from './typeset'
import { typesetText } from './typeset-text'

const files = [
  'math500/test.jsonl',
  'prm800k/samples.jsonl',
  'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl',
  'labelled/mr-ben-math.jsonl',
  'formats/prm800k.real.jsonl',
  'formats/processbench.real.jsonl',
  'formats/math-shepherd.real.jsonl',
]
/** The files have some thousands of different formulas. */
const minFormulas = 1_000
/** Reads every line, or every third. */
const lineStep = isFullTestRun ? 1 : 3

/** Every text in a JSON line, under any key. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) yield* listTexts(child)
}

function listFormulas(blocks: readonly TypesetBlock[]): TypesetFormula[] {
  return flattenBlocks(blocks).flatMap((block) => {
    if (block.kind === 'formula') return [block]
    const pieces =
      block.kind === 'paragraph' || block.kind === 'heading'
        ? block.pieces
        : block.kind === 'table'
          ? block.rows.flat(2)
          : []
    return pieces.filter((piece) => piece.kind === 'formula')
  })
}

test('at least 999 of 1,000 formulas from real problems and solutions are typeset', (context) => {
  const formulas = new Set<string>()
  const notTypeset: string[] = []
  for (const file of files)
    for (const [i, line] of readSharedDataLines(context, file).entries())
      for (const text of i % lineStep === 0 ? listTexts(JSON.parse(line)) : [])
        for (const { source, html } of listFormulas(typesetText(text))) {
          if (formulas.has(source)) continue
          formulas.add(source)
          if (html === null) notTypeset.push(source)
        }
  reportTestFigures('Real formulas', {
    formulas: formulas.size,
    'shown as source': `${notTypeset.length}: ${JSON.stringify(notTypeset)}`,
  })
  expect(formulas.size).toBeGreaterThan(minFormulas)
  expect(notTypeset.length / formulas.size).toBeLessThanOrEqual(0.001)
})
