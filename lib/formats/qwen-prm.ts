import { toBinaryStepLabels, listPathSteps, requireNeutralPolicy } from './label-path'
import { binaryJsonLines, type LabelsOutputFormat, type WriteOptions } from './output-format'
import type { LabelsRecord } from './record'
import { breakSpecialTokens, qwenTag } from './step-tags'

/** The prompt that Qwen2.5-Math-PRM was trained with (its model card). */
const systemPrompt = 'Please reason step by step, and put your final answer within \\boxed{}.'

/** Messages as Qwen2.5-Math-PRM reads them, with a tag after each step, and 1 or 0 for each tag. */
function writeQwenPrm(record: LabelsRecord, options: WriteOptions): string[] {
  const steps = toBinaryStepLabels(listPathSteps(record), requireNeutralPolicy(options))
  if (steps.length === 0) return []
  const content = steps.map(({ text }) => breakSpecialTokens(text) + qwenTag).join('')
  const messages = [
    { role: 'system', content: systemPrompt },
    { role: 'user', content: breakSpecialTokens(record.problem.statement) },
    { role: 'assistant', content },
  ]
  return [JSON.stringify({ messages, labels: steps.map(({ isCorrect }) => (isCorrect ? 1 : 0)) })]
}

export const qwenPrmOutput: LabelsOutputFormat = {
  ...binaryJsonLines,
  identifyingKeys: ['messages', 'labels'],
  write: writeQwenPrm,
  hasLabelsAfterError: () => false,
}
