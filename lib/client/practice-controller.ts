import type { PracticeAnswer } from '@/lib/annotations/practice'
import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { AnnotationController } from './annotation-controller'
import { DraftStore } from './draft-store'
import type {
  SubmissionOrSkip,
  StepReveal,
  LeasedWork,
  LabellingScreenCalls,
} from './labelling-screen-calls'
import { Outbox } from './outbox'
import { PagePresence } from './page-presence'

interface PracticeCalls {
  /** Gets the options of the step that the ratings mark as the first error. */
  reveal: (ratings: readonly Rating[]) => Promise<StepReveal>
  onAnswer: (answer: PracticeAnswer) => void
}

/** Runs the labelling screen for a practice solution. Nothing is stored on this device or the server. */
export function createPracticeController(
  work: LeasedWork,
  practiceCalls: PracticeCalls,
): AnnotationController {
  const owner = { user: 'practice', project: 'practice' }
  const presence = new PagePresence(owner, {})
  const reject = (): never => {
    throw new Error('Practice is not saved.')
  }
  const drafts = new DraftStore(new Outbox(async () => reject(), reject), owner, presence)
  return new PracticeController(makeWorkCalls(work, practiceCalls), drafts, presence, 0)
}

class PracticeController extends AnnotationController {
  /** A skip counts as giving up. Unlike a skip, this sends the ratings, which the result lists. */
  override skip(reason: string): void {
    this.submit('give_up', reason, 'pointer')
  }
}

function makeWorkCalls(
  work: LeasedWork,
  { reveal, onAnswer }: PracticeCalls,
): LabellingScreenCalls {
  const resolveNull = () => Promise.resolve(null)
  const reveals = new Map<number, StepReveal>()
  let isUnanswered = true
  return {
    serve: (isPrefetch) =>
      Promise.resolve(
        isUnanswered && !isPrefetch
          ? { kind: 'work', work }
          : { kind: 'none_left', reason: 'all_done', nextExpiry: null },
      ),
    read: () => Promise.resolve(work),
    readSteps: () => Promise.reject(new AppError('not_found', 'Practice has all its steps.')),
    async save(_, { ratings }) {
      const step = findFirstError(ratings)
      if (step === null) return { reveal: null }
      if (!reveals.has(step)) reveals.set(step, await reveal(ratings))
      return { reveal: reveals.get(step)! }
    },
    renew: resolveNull,
    release: resolveNull,
    findReopenable: resolveNull,
    finish(finish) {
      isUnanswered = false
      onAnswer(readAnswer(finish))
      return resolveNull()
    },
    reopen: () =>
      Promise.reject(new AppError('conflict', 'Practice solutions cannot be reopened.')),
  }
}

function readAnswer(finish: SubmissionOrSkip): PracticeAnswer {
  if (finish.kind === 'skip') throw new Error('Practice turns a skip into a submission.')
  const { finishReason: reason, ratings, options, explanation = null } = finish.body
  const error = findFirstError(ratings)
  const optionRatings = error === null ? undefined : options?.[error]
  return { reason, ratings, options: optionRatings ?? [], explanation }
}
