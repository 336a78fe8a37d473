import { expect, it } from 'vitest'
import { createReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import { practiceSolutions, type PracticeSolution } from '../practice'
import { toPracticeSolutionReply, toPracticeOptionsReply } from './practice-replies'

const settings = {
  asksExplanation: true,
  asksProgress: true,
  errorTags: [],
  guidelineVersion: 1,
}

const typesetter = createReplyTypesetter([])
const describeAll = (solutions: readonly PracticeSolution[]) =>
  JSON.stringify(
    solutions.map((solution, index) =>
      toPracticeSolutionReply(typesetter, { solution, index, project: settings }),
    ),
  )

it('the reply with a practice solution does not depend on its options, explanations or expected answer', () => {
  const plain = practiceSolutions.map((solution) => ({
    ...solution,
    alternatives: {},
    explanations: {},
    firstError: null,
    why: '',
  }))
  expect(describeAll(practiceSolutions)).toBe(describeAll(plain))
})

it('the revealed options of a practice solution are those of the step that is rated negative', () => {
  const [solution] = practiceSolutions
  const reveal = toPracticeOptionsReply(typesetter, solution!, 2, settings)
  expect(reveal.options.map(({ source }) => source)).toEqual(
    solution!.alternatives[2]!.map(({ text }) => text),
  )
  expect(reveal.explanations.map(({ source }) => source)).toEqual(solution!.explanations[2])
  const emptyReveal = toPracticeOptionsReply(typesetter, solution!, 1, settings)
  expect(emptyReveal).toEqual({ step: 1, options: [], explanations: [] })
  const unasked = toPracticeOptionsReply(typesetter, solution!, 2, { asksExplanation: false })
  expect(unasked.explanations).toEqual([])
})
