import type { PracticeAnswer } from '@/lib/annotations/practice'
import { AppError } from '@/lib/platform/errors'
import type { Finish, Work, WorkCalls } from './call-work'
import { WorkKeeper } from './keep-work'
import { AnnotationWork } from './annotation-work'
import { OpenPage } from './open-page'
import { Outbox } from './outbox'

/** One practice solution, worked on as a real one: nothing of it goes to the server or stays on this device. */
export function openPracticeWork(
  work: Work,
  onAnswered: (answer: PracticeAnswer) => void,
): AnnotationWork {
  const owner = { user: 'practice', project: 'practice' }
  const page = new OpenPage(owner, {})
  const refuse = (): never => {
    throw new Error('Practice is not kept.')
  }
  const keeper = new WorkKeeper(new Outbox(async () => refuse(), refuse), owner, page)
  return new AnnotationWork(makePracticeCalls(work, onAnswered), keeper, page, 0)
}

function makePracticeCalls(work: Work, onAnswered: (answer: PracticeAnswer) => void): WorkCalls {
  const nothing = () => Promise.resolve(null)
  let isOpen = true
  return {
    serve: (ahead) =>
      Promise.resolve(
        isOpen && !ahead
          ? { kind: 'work', work }
          : { kind: 'none_left', why: 'all_done', until: null },
      ),
    read: () => Promise.resolve(work),
    save: nothing,
    renew: nothing,
    release: nothing,
    finish(finish) {
      isOpen = false
      onAnswered(readAnswer(finish))
      return nothing()
    },
    reopen: () => Promise.reject(new AppError('conflict', 'Practice is not opened again.')),
  }
}

/** To skip is to leave it without an answer, as giving up is. */
function readAnswer(finish: Finish): PracticeAnswer {
  if (finish.kind === 'skip')
    return { reason: 'give_up', ratings: [], options: [], explanation: null }
  const { finishReason: reason, ratings, options, explanation = null } = finish.body
  const error = ratings.indexOf(-1)
  return { reason, ratings, options: options?.[String(error)] ?? [], explanation }
}
