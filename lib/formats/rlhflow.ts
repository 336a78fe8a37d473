import { toBinaryStepLabels, listPathSteps, requireNeutralPolicy } from './label-path'
import { binaryJsonLines, type LabelsOutputFormat, type WriteOptions } from './output-format'
import type { LabelsRecord } from './record'
import { breakSpecialTokens } from './step-tags'

/**
 * A chat: the user sends a step (the first time after the problem), the assistant replies + or -.
 */
function writeRlhflow(record: LabelsRecord, options: WriteOptions): string[] {
  const steps = toBinaryStepLabels(listPathSteps(record), requireNeutralPolicy(options))
  if (steps.length === 0) return []
  const problem = breakSpecialTokens(record.problem.statement)
  const conversations = steps.flatMap(({ text, isCorrect }, i) => {
    const step = breakSpecialTokens(text)
    return [
      { role: 'user', content: i === 0 ? `${problem} ${step}` : step },
      { role: 'assistant', content: isCorrect ? '+' : '-' },
    ]
  })
  return [JSON.stringify({ conversations })]
}

export const rlhflowOutput: LabelsOutputFormat = {
  ...binaryJsonLines,
  identifyingKeys: ['conversations'],
  write: writeRlhflow,
  hasLabelsAfterError: () => false,
}
