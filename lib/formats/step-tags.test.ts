import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { breakMathShepherdTags, breakSpecialTokens, qwenTag, mathShepherdTag } from './step-tags'
import { readStoredRecords, writeStoredRecords } from './testing/convert-lines'

const tokens = [
  'ки',
  '<extra_0>',
  '<extra_12>',
  '<|im_start|>',
  '<|im_end|>',
  '<|eot_id|>',
  '<｜User｜>',
  '<s>',
  '</s>',
  '[INST]',
  '[/INST]',
  '<<SYS>>',
  '<</SYS>>',
  '<end_of_turn>',
  '<eos>',
]
/** Tags, complete, truncated, nested and adjacent, among other text. */
const anyTextWithTags = fc
  .array(
    fc.oneof(
      fc.constantFrom(...tokens, 'к', 'и', '<', '<|', '|>', '<extra_', '0>', '\n', ' ', 'Step 2: '),
      fc.string({ maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `a${parts.join('')}`.replaceAll('\0', ''))

const hasToken = (text: string) => tokens.slice(1).some((token) => text.includes(token))

describe('breaking tags in texts', () => {
  test.each(tokens.slice(1))('inserts a space after the first character of %s', (token) => {
    expect(breakSpecialTokens(`a${token}b`)).toBe(`a${token[0]} ${token.slice(1)}b`)
  })

  test('also breaks nested tags', () => {
    expect(breakSpecialTokens('<|[/INST]|>')).toBe('< |[ /INST]|>')
  })

  test('treats the Russian syllable "ки" as a tag in Math-Shepherd only', () => {
    expect(breakSpecialTokens('книжки')).toBe('книжки')
    expect(breakMathShepherdTags('книжки')).toBe('книжк и')
  })

  test.each(['0<s+1', 'a<b|c>d', '<<3+5=8>>8', '[1, 2]', '<extra>', '|x|'])(
    'keeps the text %s unchanged, because it has no tag',
    (text) => {
      expect(breakMathShepherdTags(text)).toBe(text)
    },
  )

  test('leaves no tag and adds only spaces, for any text', () => {
    fc.assert(
      fc.property(anyTextWithTags, (text) => {
        const broken = breakMathShepherdTags(text)
        expect(hasToken(broken)).toBe(false)
        expect(broken).not.toContain(mathShepherdTag)
        expect(broken.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        expect(breakMathShepherdTags(broken)).toBe(broken)
      }),
      { numRuns: scaleRuns(1000) },
    )
  })
})

describe('training lines', () => {
  const record = fc
    .record({
      prompt: anyTextWithTags,
      steps: fc.array(fc.tuple(anyTextWithTags, fc.boolean()), { minLength: 1, maxLength: 4 }),
    })
    .map(({ prompt, steps }) =>
      JSON.stringify({
        prompt,
        completions: steps.map(([text]) => text),
        labels: steps.map(([, isRight]) => isRight),
      }),
    )

  test('have one tag or reply per label in qwen-prm and rlhflow, for any text', () => {
    fc.assert(
      fc.property(record, (line) => {
        const records = readStoredRecords('trl-stepwise', [line])
        const count = records[0]!.annotation.ratings.length
        const [qwen = ''] = writeStoredRecords('qwen-prm', records)
        expect(qwen.split(qwenTag)).toHaveLength(count + 1)
        expect(hasToken(qwen.replaceAll(qwenTag, ''))).toBe(false)
        const [chat = ''] = writeStoredRecords('rlhflow', records)
        expect(chat.match(/"role":"assistant"/g)).toHaveLength(count)
        expect(hasToken(chat)).toBe(false)
      }),
      { numRuns: scaleRuns(500) },
    )
  })

  test('have one tag per label in math-shepherd, for any text', () => {
    fc.assert(
      fc.property(record, (line) => {
        const records = readStoredRecords('trl-stepwise', [line])
        const { ratings, supersededRatings } = records[0]!.annotation
        const [shepherd = ''] = writeStoredRecords('math-shepherd', records)
        expect(shepherd.split(mathShepherdTag)).toHaveLength(
          ratings.length + supersededRatings.length + 1,
        )
      }),
      { numRuns: scaleRuns(500) },
    )
  })
})
