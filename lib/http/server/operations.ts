import * as adjudicationCommands from '@/lib/adjudication/server/commands'
import * as adjudicationQueries from '@/lib/adjudication/server/queries'
import * as agreementCommands from '@/lib/agreement/server/commands'
import * as agreementQueries from '@/lib/agreement/server/queries'
import * as annotationCommands from '@/lib/annotations/server/commands'
import * as guidelineCommands from '@/lib/annotations/server/guideline-commands'
import * as guidelineQueries from '@/lib/annotations/server/guideline-queries'
import * as ownWork from '@/lib/annotations/server/own-work'
import * as practice from '@/lib/annotations/server/practice'
import * as annotationQueries from '@/lib/annotations/server/queries'
import * as answersCommands from '@/lib/answers/server/commands'
import * as answersQueries from '@/lib/answers/server/queries'
import * as regradeCommands from '@/lib/answers/server/regrade-commands'
import * as regradeQueries from '@/lib/answers/server/regrade-queries'
import * as solutionVerdictsCommands from '@/lib/answers/server/solution-verdicts-commands'
import * as solutionVerdictsQueries from '@/lib/answers/server/solution-verdicts-queries'
import * as auditQueries from '@/lib/audit/server/queries'
import * as accountCommands from '@/lib/auth/server/account-commands'
import * as accountQueries from '@/lib/auth/server/account-queries'
import * as accountsCommands from '@/lib/auth/server/accounts-commands'
import * as accountsQueries from '@/lib/auth/server/accounts-queries'
import * as authCommands from '@/lib/auth/server/commands'
import type { FileQuery, Command, StreamQuery, Query } from '@/lib/auth/server/operation'
import * as preferences from '@/lib/auth/server/preferences'
import * as authQueries from '@/lib/auth/server/queries'
import * as resets from '@/lib/auth/server/reset-commands'
import * as totpCommands from '@/lib/auth/server/totp-commands'
import * as totpQueries from '@/lib/auth/server/totp-queries'
import * as evaluationCommands from '@/lib/evaluation/server/commands'
import * as evaluationQueries from '@/lib/evaluation/server/queries'
import * as exportCommands from '@/lib/exports/server/commands'
import * as exportQueries from '@/lib/exports/server/queries'
import * as releaseQueries from '@/lib/exports/server/release-queries'
import * as goldCommands from '@/lib/gold/server/commands'
import * as goldQueries from '@/lib/gold/server/queries'
import * as screening from '@/lib/gold/server/screening'
import * as goldSettings from '@/lib/gold/server/settings'
import * as importCommands from '@/lib/imports/server/commands'
import * as importQueries from '@/lib/imports/server/queries'
import * as maintenanceCommands from '@/lib/maintenance/server/commands'
import * as ownPerformance from '@/lib/people/server/own-performance'
import * as pauseCommands from '@/lib/people/server/pause-commands'
import * as peopleQueries from '@/lib/people/server/queries'
import * as dashboard from '@/lib/progress/server/dashboard'
import * as progressQueries from '@/lib/progress/server/queries'
import * as reviewCounts from '@/lib/progress/server/review-counts'
import * as acceptInvite from '@/lib/projects/server/accept-invite'
import * as projectCommands from '@/lib/projects/server/commands'
import * as inviteCommands from '@/lib/projects/server/invite-commands'
import * as memberCommands from '@/lib/projects/server/member-commands'
import * as projectQueries from '@/lib/projects/server/queries'
import * as affectedAnnotationsCommands from '@/lib/questions/server/affected-annotations-commands'
import * as questionsCommands from '@/lib/questions/server/commands'
import * as decisionsCommands from '@/lib/questions/server/decisions-commands'
import * as decisionsQueries from '@/lib/questions/server/decisions-queries'
import * as questionsQueries from '@/lib/questions/server/queries'
import * as queueCommands from '@/lib/queue/server/commands'
import * as queueExclusions from '@/lib/queue/server/exclusion-commands'
import * as queueQueries from '@/lib/queue/server/list-queue'
import * as reviewsCommands from '@/lib/reviews/server/commands'
import * as reviewsQueries from '@/lib/reviews/server/queries'
import * as roundCommands from '@/lib/rounds/server/commands'
import * as roundQueries from '@/lib/rounds/server/queries'
import * as scoringCommands from '@/lib/scoring/server/commands'
import * as scoringImports from '@/lib/scoring/server/import-commands'
import * as scoringQueries from '@/lib/scoring/server/queries'
import * as splitsCommands from '@/lib/splits/server/commands'
import * as splitsQueries from '@/lib/splits/server/queries'
import * as webhookCommands from '@/lib/webhooks/server/commands'
import * as webhookQueries from '@/lib/webhooks/server/queries'

export type Operation = Command | Query | StreamQuery | FileQuery

/** Every command and query, in the order of the domains. A test fails if one is missing. */
export const operations: readonly Operation[] = [
  authCommands,
  authQueries,
  accountCommands,
  accountQueries,
  totpCommands,
  totpQueries,
  preferences,
  accountsCommands,
  accountsQueries,
  resets,
  projectCommands,
  projectQueries,
  memberCommands,
  inviteCommands,
  acceptInvite,
  webhookCommands,
  webhookQueries,
  queueCommands,
  queueQueries,
  queueExclusions,
  annotationCommands,
  annotationQueries,
  ownWork,
  guidelineCommands,
  guidelineQueries,
  practice,
  scoringCommands,
  scoringImports,
  scoringQueries,
  roundCommands,
  roundQueries,
  agreementCommands,
  agreementQueries,
  reviewsCommands,
  reviewsQueries,
  goldCommands,
  goldQueries,
  goldSettings,
  screening,
  adjudicationCommands,
  adjudicationQueries,
  questionsCommands,
  questionsQueries,
  decisionsCommands,
  decisionsQueries,
  affectedAnnotationsCommands,
  answersCommands,
  answersQueries,
  solutionVerdictsCommands,
  solutionVerdictsQueries,
  regradeCommands,
  regradeQueries,
  splitsCommands,
  splitsQueries,
  peopleQueries,
  pauseCommands,
  ownPerformance,
  importCommands,
  importQueries,
  exportCommands,
  exportQueries,
  releaseQueries,
  progressQueries,
  dashboard,
  reviewCounts,
  evaluationCommands,
  evaluationQueries,
  auditQueries,
  maintenanceCommands,
].flatMap((module) => Object.values(module) as unknown as Operation[])
