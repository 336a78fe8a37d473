import type { PracticeAnswer } from '@/lib/annotations/practice'
import { AppError } from '@/lib/platform/errors'
import { readReveal } from './add-reveal'
import type { FinishRequest, Reveal, Work, WorkCalls } from './work-calls'
import { DraftStore } from './draft-store'
import { AnnotationController } from './annotation-controller'
import { PagePresence } from './page-presence'
import { Outbox } from './outbox'

/** Opens a practice solution on the label screen without the server or the outbox. */
export function openPractice(
  work: Work,
  onAnswer: (answer: PracticeAnswer) => void,
): AnnotationController {
  const owner = { user: 'practice', project: 'practice' }
  const presence = new PagePresence(owner, {})
  const reject = (): never => {
    throw new Error('Practice is not saved.')
  }
  const drafts = new DraftStore(new Outbox(async () => reject(), reject), owner, presence)
  return new AnnotationController(makePracticeCalls(work, onAnswer), drafts, presence, 0)
}

function makePracticeCalls(work: Work, onAnswer: (answer: PracticeAnswer) => void): WorkCalls {
  const resolveNull = () => Promise.resolve(null)
  let isUnanswered = true
  // As for real work, the options come once their step is rated negative.
  const shownWork: Work = { ...work, revealed: [], options: {}, explanations: {} }
  return {
    serve: (isPrefetch) =>
      Promise.resolve(
        isUnanswered && !isPrefetch
          ? { kind: 'work', work: shownWork }
          : { kind: 'none_left', reason: 'all_done', nextExpiry: null },
      ),
    read: () => Promise.resolve(work),
    readSteps: () => Promise.reject(new AppError('not_found', 'Practice has all its steps.')),
    save: (_, { ratings }) => Promise.resolve({ reveal: findReveal(work, ratings.indexOf(-1)) }),
    renew: resolveNull,
    release: resolveNull,
    finish(finish) {
      isUnanswered = false
      onAnswer(readAnswer(finish))
      return resolveNull()
    },
    reopen: () =>
      Promise.reject(new AppError('conflict', 'Practice solutions cannot be reopened.')),
  }
}

/** Steps without options have an empty reveal. */
function findReveal(work: Work, step: number): Reveal | null {
  if (step === -1) return null
  return readReveal(work, step) ?? { step, options: [], explanations: [] }
}

/** A skip counts as giving up. */
function readAnswer(finish: FinishRequest): PracticeAnswer {
  if (finish.kind === 'skip')
    return { reason: 'give_up', ratings: [], options: [], explanation: null }
  const { finishReason: reason, ratings, options, explanation = null } = finish.body
  const error = ratings.indexOf(-1)
  return { reason, ratings, options: options?.[String(error)] ?? [], explanation }
}
