import { expect, it } from 'vitest'
import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import type { StepWithQuestions } from './question'
import { typesetQuestionStep } from './typeset-question'

it('a question shows only the beginning of a very long problem, marked as shortened', async () => {
  const row = {
    problem: 'So $x$ is. '.repeat(5_000),
    previousStep: null,
    text: 'So $x$.',
    questions: [],
  } as unknown as StepWithQuestions
  const step = await typesetTextsForPage((typesetter) => typesetQuestionStep(typesetter, row))
  expect(JSON.stringify(step.problem).length).toBeLessThan(600_000)
  expect(step.problem.at(-1)).toEqual({ kind: 'plain', text: '', reason: 'cut' })
  expect(step.text).toMatchObject([{ kind: 'paragraph' }])
})
