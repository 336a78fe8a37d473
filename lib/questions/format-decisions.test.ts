import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guidelineSummaryMaxLength } from '@/lib/annotations/guideline-limits'
import {
  containsDecision,
  insertDecisionsIntoGuideline,
  proposeVersionSummary,
  removeDecisionFromText,
  type GuidelineDecision,
  formatDecision,
  formatDecisionReturnNote,
  readDecisionOfReturnNote,
} from './format-decisions'

const units: GuidelineDecision = {
  decision: 3,
  heading: 'Units',
  text: 'A missing unit is no error: $3$ stands for $3$ m.',
  example: {
    step: 1,
    option: 0,
    problem: 'How far?\n\nIn metres.',
    text: 'It is $3$.',
    rating: 0,
    reason: 'The number is right.',
  },
}
const skips: GuidelineDecision = {
  decision: 12,
  heading: 'Skips',
  text: 'A skip is fine.',
  example: null,
}

describe('a decision in the text of the guideline', () => {
  test('has a heading, a text and a worked example', () => {
    expect(formatDecision(units, 3)).toBe(
      [
        '### Decision 3: Units',
        'A missing unit is no error: $3$ stands for $3$ m.',
        '**Worked example.** Problem:',
        '> How far?\n>\n> In metres.',
        'Step 2 of a solution:',
        '> It is $3$.',
        'Rating: **neutral (0)**. The number is right.',
      ].join('\n\n'),
    )
    expect(formatDecision(skips, 2)).toBe('## Decision 12: Skips\n\nA skip is fine.')
    const example = { ...units.example!, option: 1 }
    expect(formatDecision({ ...units, example }, 3)).toContain('Option at step 2 of a solution:')
  })

  test('is inserted in a new last section whose heading has the level of the other sections', () => {
    expect(insertDecisionsIntoGuideline('# Title\n\nText.\n\n## One\n\nA', [skips])).toBe(
      '# Title\n\nText.\n\n## One\n\nA\n\n## Decisions\n\n### Decision 12: Skips\n\nA skip is fine.\n',
    )
    expect(insertDecisionsIntoGuideline('# One\n\nA\n\n# Two', [skips])).toContain(
      '\n# Decisions\n\n## Decision 12',
    )
    expect(insertDecisionsIntoGuideline('Text.', [skips])).toContain(
      'Text.\n\n## Decisions\n\n### Decision 12',
    )
    expect(insertDecisionsIntoGuideline('', [skips])).toBe(
      '## Decisions\n\n### Decision 12: Skips\n\nA skip is fine.\n',
    )
  })

  test('is inserted after existing decisions in their section', () => {
    const text = '# T\n\n## Decisions\n\n### Decision 3: Units\n\nOld words.\n\n## Last\n\nEnd.'
    expect(insertDecisionsIntoGuideline(text, [units, skips])).toBe(
      '# T\n\n## Decisions\n\n### Decision 3: Units\n\nOld words.\n\n### Decision 12: Skips\n\nA skip is fine.\n\n## Last\n\nEnd.\n',
    )
  })

  test('is recognised by the exact number in its heading, but not in a code block', () => {
    expect(containsDecision('## Decision 12: Skips', 1)).toBe(false)
    expect(containsDecision('## Decision 12', 12)).toBe(true)
    expect(containsDecision('~~~\n## Decision 12\n~~~', 12)).toBe(false)
  })

  test('is removed together with its section if that becomes empty', () => {
    expect(removeDecisionFromText(insertDecisionsIntoGuideline('# T\n\nA\n', [skips]), skips)).toBe(
      '# T\n\nA\n',
    )
    const textWithBoth = insertDecisionsIntoGuideline('# T\n\nA\n', [units, skips])
    expect(removeDecisionFromText(textWithBoth, units)).toBe(
      insertDecisionsIntoGuideline('# T\n\nA\n', [skips]),
    )
    const changedText = textWithBoth.replace('A skip is fine.', 'It is not.')
    expect(removeDecisionFromText(changedText, skips)).toBe(changedText)
  })

  test('leaves any guideline text intact and is inserted only once', () => {
    const text = fc
      .array(fc.constantFrom('# a', '## b', 'c', '', '~~~', '## Decisions', '$$'), {
        maxLength: 12,
      })
      .map((lines) => lines.join('\n'))
    const readLines = (guideline: string) =>
      guideline.split('\n').filter((line) => line.trim() !== '')
    fc.assert(
      fc.property(text, (guideline) => {
        const singleText = insertDecisionsIntoGuideline(guideline, [units, skips])
        const remainingLines = readLines(singleText)
        for (const line of readLines(guideline)) {
          const position = remainingLines.indexOf(line)
          expect(position).toBeGreaterThanOrEqual(0)
          remainingLines.splice(position, 1)
        }
        if (!guideline.includes('~~~') && !guideline.includes('$$'))
          expect(insertDecisionsIntoGuideline(singleText, [units, skips])).toBe(singleText)
      }),
    )
  })
})

test('the proposed summary of a guideline version names its decisions within the length limit', () => {
  expect(proposeVersionSummary([])).toBe('')
  expect(proposeVersionSummary([units])).toBe('Decision 3: Units.')
  expect(proposeVersionSummary([units, skips])).toBe('Decisions 3 and 12: Units; Skips.')
  const many = Array.from({ length: 200 }, (_, i) => ({ decision: i, heading: 'x'.repeat(100) }))
  expect(proposeVersionSummary(many).length).toBeLessThanOrEqual(guidelineSummaryMaxLength)
})

test('the number of the decision is read from a return note', () => {
  expect(readDecisionOfReturnNote(formatDecisionReturnNote(skips, 2))).toBe(12)
  expect(readDecisionOfReturnNote('Returned because of decision 12.')).toBe(null)
})
