import { addressLabellings } from './review'

/** Where what waits for reviewers is done. */
export const waysTo = (slug: string) =>
  ({
    returned: addressLabellings(slug, { state: 'returned' }),
    corrected: addressLabellings(slug, { state: 'corrected' }),
    questions: `/projects/${slug}/questions`,
    drawn: addressLabellings(slug, { state: 'submitted', sample: 'drawn' }),
    splits: `/projects/${slug}/splits`,
    unsureAnswers: `/projects/${slug}/answers`,
    paused: `/projects/${slug}/people`,
    failed: `/projects/${slug}/people`,
  }) as const
