import { answersHref } from '@/components/answers/answers'
import { annotationsHref } from './review'

/** Pages for each kind of waiting work. */
export const makeWaitingWorkHrefs = (slug: string) =>
  ({
    returned: annotationsHref(slug, { state: 'returned' }),
    corrected: annotationsHref(slug, { state: 'corrected' }),
    questions: `/projects/${slug}/questions`,
    sampled: annotationsHref(slug, { state: 'submitted', sample: 'review' }),
    splits: `/projects/${slug}/splits`,
    unsureAnswers: answersHref(slug, {}),
    noAnswer: answersHref(slug, { show: 'unanswered' }),
    paused: `/projects/${slug}/people`,
    screeningFailed: `/projects/${slug}/people`,
  }) as const
