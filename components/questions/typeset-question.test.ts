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

it('a row shows the option that its questions are about, and the options of questions next to those about the step', async () => {
  const typeset = (options: (readonly [number, string | null])[]) =>
    typesetTextsForPage((typesetter) => {
      const questions = options.map(([option, optionText]) => ({ option, optionText, text: '' }))
      const row = { problem: '', previousStep: null, text: 'The step.', questions }
      return typesetQuestionStep(typesetter, row as unknown as StepWithQuestions)
    })
  const excerpt = (text: string) => typesetTextsForPage((typesetter) => typesetter.excerpt(text))
  const [step, first, second] = await Promise.all(['The step.', 'One.', 'Two.'].map(excerpt))
  const describeRow = async (options: (readonly [number, string | null])[]) => {
    const row = await typeset(options)
    return [row.excerpt, row.questions.map(({ optionExcerpt }) => optionExcerpt)]
  }
  expect(await describeRow([[0, null]])).toEqual([step, [null]])
  expect(
    await describeRow([
      [1, 'One.'],
      [1, 'One.'],
      [2, 'Two.'],
    ]),
  ).toEqual([first, [null, null, second]])
  expect(
    await describeRow([
      [1, 'One.'],
      [0, null],
    ]),
  ).toEqual([step, [first, null]])
})
