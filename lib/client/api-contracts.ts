import type * as annotations from '@/lib/annotations/contract'
import type * as annotationsGuideline from '@/lib/annotations/guideline-contract'
import type * as annotationsOwn from '@/lib/annotations/own-contract'
import type * as annotationsPractice from '@/lib/annotations/practice-contract'
import type * as annotationsPreview from '@/lib/annotations/preview-contract'
import type * as annotationsProgress from '@/lib/annotations/progress-contract'
import type * as audit from '@/lib/audit/contract'
import type * as authAccount from '@/lib/auth/account-contract'
import type * as authAccounts from '@/lib/auth/accounts-contract'
import type * as auth from '@/lib/auth/contract'
import type * as authPreferences from '@/lib/auth/preferences-contract'
import type * as authReset from '@/lib/auth/reset-contract'
import type * as authTotp from '@/lib/auth/totp-contract'
import type * as exports from '@/lib/exports/contract'
import type * as imports from '@/lib/imports/contract'
import type * as insights from '@/lib/insights/contract'
import type * as insightsDashboard from '@/lib/insights/dashboard-contract'
import type * as maintenance from '@/lib/maintenance/contract'
import type { Contract } from '@/lib/platform/contract'
import type * as projects from '@/lib/projects/contract'
import type * as projectsInvite from '@/lib/projects/invite-contract'
import type * as qualityScreening from '@/lib/quality/screening-contract'
import type * as qualitySettings from '@/lib/quality/settings-contract'
import type * as queue from '@/lib/queue/contract'
import type * as reviewAdjudication from '@/lib/review/adjudication-contract'
import type * as reviewAgreement from '@/lib/review/agreement-contract'
import type * as reviewAnnotationReview from '@/lib/review/annotation-review-contract'
import type * as reviewAnswers from '@/lib/review/answers-contract'
import type * as reviewDecisions from '@/lib/review/decisions-contract'
import type * as reviewGold from '@/lib/review/gold-contract'
import type * as reviewPause from '@/lib/review/pause-contract'
import type * as reviewPeople from '@/lib/review/people-contract'
import type * as reviewQuestions from '@/lib/review/questions-contract'
import type * as reviewSolutionVerdicts from '@/lib/review/solution-verdicts-contract'
import type * as reviewSplits from '@/lib/review/splits-contract'
import type * as rounds from '@/lib/rounds/contract'
import type * as scoring from '@/lib/scoring/contract'
import type * as scoringImport from '@/lib/scoring/import-contract'
import type * as webhooks from '@/lib/webhooks/contract'

/** The modules that define calls of the API. */
type ContractModule =
  | typeof annotations
  | typeof annotationsGuideline
  | typeof annotationsOwn
  | typeof annotationsPractice
  | typeof annotationsPreview
  | typeof annotationsProgress
  | typeof audit
  | typeof authAccount
  | typeof authAccounts
  | typeof auth
  | typeof authPreferences
  | typeof authReset
  | typeof authTotp
  | typeof exports
  | typeof imports
  | typeof insights
  | typeof insightsDashboard
  | typeof maintenance
  | typeof projects
  | typeof projectsInvite
  | typeof qualityScreening
  | typeof qualitySettings
  | typeof queue
  | typeof reviewAdjudication
  | typeof reviewAgreement
  | typeof reviewAnnotationReview
  | typeof reviewAnswers
  | typeof reviewDecisions
  | typeof reviewGold
  | typeof reviewPause
  | typeof reviewPeople
  | typeof reviewQuestions
  | typeof reviewSolutionVerdicts
  | typeof reviewSplits
  | typeof rounds
  | typeof scoring
  | typeof scoringImport
  | typeof webhooks

type ContractIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Contract> : never

/** The contracts by method and path: `post /projects/{project}/claims`. */
export type ApiContracts = {
  [C in ContractIn<ContractModule> as `${C['method']} ${C['path']}`]: C
}
