import { addressAnswers } from '@/components/answers/pair'
import { addressAnnotations } from './review'

/** Where what waits for reviewers is done. */
export const waysTo = (slug: string) =>
  ({
    returned: addressAnnotations(slug, { state: 'returned' }),
    corrected: addressAnnotations(slug, { state: 'corrected' }),
    questions: `/projects/${slug}/questions`,
    drawn: addressAnnotations(slug, { state: 'submitted', sample: 'drawn' }),
    splits: `/projects/${slug}/splits`,
    unsureAnswers: addressAnswers(slug, {}),
    unanswered: addressAnswers(slug, { show: 'unanswered' }),
    paused: `/projects/${slug}/people`,
    failed: `/projects/${slug}/people`,
  }) as const
