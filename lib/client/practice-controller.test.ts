import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import type { PracticeAnswer } from '@/lib/annotations/practice'
import { createPracticeController } from './practice-controller'
import { makeLeasedWork } from './testing/make-leased-work'

it('a skipped practice solution counts as given up, and keeps its ratings', async () => {
  const answers: PracticeAnswer[] = []
  const controller = createPracticeController(makeLeasedWork('a'), {
    reveal: () => Promise.reject(new Error('No step is rated negative.')),
    onAnswer: (answer) => answers.push(answer),
  })
  controller.open()
  await vi.waitFor(() => expect(controller.getView().stage).toBe('work'))
  controller.dispatch({ type: 'rate', rating: 1 }, 'key')
  controller.skip('Too long.')
  await vi.waitFor(() => expect(answers).toMatchObject([{ reason: 'give_up', ratings: [1] }]))
  controller.close()
})
