import * as auditQueries from '@/lib/audit/server/queries'
import * as accountCommands from '@/lib/auth/server/account-commands'
import * as accountQueries from '@/lib/auth/server/account-queries'
import * as accountsCommands from '@/lib/auth/server/accounts-commands'
import * as accountsQueries from '@/lib/auth/server/accounts-queries'
import * as authCommands from '@/lib/auth/server/commands'
import * as totpCommands from '@/lib/auth/server/totp-commands'
import * as totpQueries from '@/lib/auth/server/totp-queries'
import type { ByteQuery, Command, LineQuery, Query } from '@/lib/auth/server/operation'
import * as preferences from '@/lib/auth/server/preferences'
import * as authQueries from '@/lib/auth/server/queries'
import * as resets from '@/lib/auth/server/reset-commands'
import * as exportCommands from '@/lib/exports/server/commands'
import * as exportQueries from '@/lib/exports/server/queries'
import * as releaseQueries from '@/lib/exports/server/release-queries'
import * as importCommands from '@/lib/imports/server/commands'
import * as importQueries from '@/lib/imports/server/queries'
import * as evaluationCommands from '@/lib/insights/server/commands'
import * as dashboard from '@/lib/insights/server/dashboard'
import * as evaluationQueries from '@/lib/insights/server/queries'
import * as guidelineCommands from '@/lib/annotations/server/guideline-commands'
import * as guidelineQueries from '@/lib/annotations/server/guideline-queries'
import * as annotationCommands from '@/lib/annotations/server/commands'
import * as ownWork from '@/lib/annotations/server/own-work'
import * as practice from '@/lib/annotations/server/practice'
import * as annotationQueries from '@/lib/annotations/server/queries'
import * as acceptInvite from '@/lib/projects/server/accept-invite'
import * as projectCommands from '@/lib/projects/server/commands'
import * as inviteCommands from '@/lib/projects/server/invite-commands'
import * as memberCommands from '@/lib/projects/server/member-commands'
import * as projectQueries from '@/lib/projects/server/queries'
import * as screening from '@/lib/quality/server/screening'
import * as qualitySettings from '@/lib/quality/server/settings'
import * as queueCommands from '@/lib/queue/server/commands'
import * as queueExclusions from '@/lib/queue/server/exclusion-commands'
import * as queueQueries from '@/lib/queue/server/list-queue'
import * as adjudicationCommands from '@/lib/review/server/adjudication-commands'
import * as adjudicationQueries from '@/lib/review/server/adjudication-queries'
import * as affectedCommands from '@/lib/review/server/affected-annotations-commands'
import * as agreementCommands from '@/lib/review/server/agreement-commands'
import * as agreementQueries from '@/lib/review/server/agreement-queries'
import * as answersCommands from '@/lib/review/server/answers-commands'
import * as answersQueries from '@/lib/review/server/answers-queries'
import * as goldCommands from '@/lib/review/server/gold-commands'
import * as goldQueries from '@/lib/review/server/gold-queries'
import * as annotationReviewCommands from '@/lib/review/server/annotation-review-commands'
import * as annotationReviewQueries from '@/lib/review/server/annotation-review-queries'
import * as reviewCommands from '@/lib/review/server/splits-commands'
import * as reviewQueries from '@/lib/review/server/splits-queries'
import * as questionsCommands from '@/lib/review/server/questions-commands'
import * as questionsQueries from '@/lib/review/server/questions-queries'
import * as ownPerformance from '@/lib/review/server/own-performance'
import * as pauseCommands from '@/lib/review/server/pause-commands'
import * as peopleQueries from '@/lib/review/server/people-queries'
import * as regradeCommands from '@/lib/review/server/regrade-commands'
import * as regradeQueries from '@/lib/review/server/regrade-queries'
import * as rulingsCommands from '@/lib/review/server/decisions-commands'
import * as rulingsQueries from '@/lib/review/server/decisions-queries'
import * as solutionVerdictsCommands from '@/lib/review/server/solution-verdicts-commands'
import * as scoringCommands from '@/lib/scoring/server/commands'
import * as scoringImports from '@/lib/scoring/server/import-commands'
import * as scoringQueries from '@/lib/scoring/server/queries'
import * as solutionVerdictsQueries from '@/lib/review/server/solution-verdicts-queries'
import * as roundCommands from '@/lib/rounds/server/commands'
import * as roundQueries from '@/lib/rounds/server/queries'
import * as maintenanceCommands from '@/lib/maintenance/server/commands'
import * as webhookCommands from '@/lib/webhooks/server/commands'
import * as webhookQueries from '@/lib/webhooks/server/queries'

export type Operation = Command | Query | LineQuery | ByteQuery

/** Every command and query. A test fails if one is missing. */
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
  queueCommands,
  queueQueries,
  queueExclusions,
  qualitySettings,
  screening,
  roundCommands,
  roundQueries,
  guidelineCommands,
  guidelineQueries,
  annotationCommands,
  annotationQueries,
  ownWork,
  practice,
  scoringCommands,
  scoringImports,
  scoringQueries,
  adjudicationCommands,
  adjudicationQueries,
  goldCommands,
  goldQueries,
  annotationReviewCommands,
  annotationReviewQueries,
  reviewCommands,
  reviewQueries,
  peopleQueries,
  pauseCommands,
  ownPerformance,
  questionsCommands,
  questionsQueries,
  rulingsCommands,
  rulingsQueries,
  affectedCommands,
  answersCommands,
  answersQueries,
  solutionVerdictsCommands,
  solutionVerdictsQueries,
  regradeCommands,
  regradeQueries,
  agreementCommands,
  agreementQueries,
  importCommands,
  importQueries,
  exportCommands,
  exportQueries,
  releaseQueries,
  evaluationCommands,
  evaluationQueries,
  dashboard,
  auditQueries,
  maintenanceCommands,
  webhookCommands,
  webhookQueries,
].flatMap((module) => Object.values(module) as unknown as Operation[])
