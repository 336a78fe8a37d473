import { countDisagreements } from '@/lib/agreement/server/disagreements.sql'
import { query } from '@/lib/auth/server/operation'
import { maxCountedListItems } from '@/lib/platform/max-counted-list-items'
import { countStepsWithQuestionsUpTo } from '@/lib/questions/server/questions.sql'
import { countReviewWork } from '@/lib/reviews/server/annotation-reviews.sql'
import { countStepsWithSplitReports } from '@/lib/splits/server/split-reports.sql'
import { getReviewCountsContract } from '../review-counts-contract'

export const getReviewCounts = query(getReviewCountsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }) {
    return {
      ...(await countReviewWork(db, project.id)),
      disagreements: await countDisagreements(db, project.id),
      questions: await countStepsWithQuestionsUpTo(db, project.id, maxCountedListItems),
      splits: Math.min(maxCountedListItems, await countStepsWithSplitReports(db, project.id)),
    }
  },
})
