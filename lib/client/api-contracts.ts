import type * as adjudication from '@/lib/adjudication/contract'
import type * as agreement from '@/lib/agreement/contract'
import type * as annotations from '@/lib/annotations/contract'
import type * as annotationsGuideline from '@/lib/annotations/guideline-contract'
import type * as annotationsOwn from '@/lib/annotations/own-contract'
import type * as annotationsPractice from '@/lib/annotations/practice-contract'
import type * as annotationsPreview from '@/lib/annotations/preview-contract'
import type * as answers from '@/lib/answers/contract'
import type * as answersVerdicts from '@/lib/answers/solution-verdicts-contract'
import type * as audit from '@/lib/audit/contract'
import type * as authAccount from '@/lib/auth/account-contract'
import type * as authAccounts from '@/lib/auth/accounts-contract'
import type * as auth from '@/lib/auth/contract'
import type * as authPreferences from '@/lib/auth/preferences-contract'
import type * as authReset from '@/lib/auth/reset-contract'
import type * as authTotp from '@/lib/auth/totp-contract'
import type * as evaluation from '@/lib/evaluation/contract'
import type * as exports from '@/lib/exports/contract'
import type * as gold from '@/lib/gold/contract'
import type * as goldScreening from '@/lib/gold/screening-contract'
import type * as goldSettings from '@/lib/gold/settings-contract'
import type * as imports from '@/lib/imports/contract'
import type * as maintenance from '@/lib/maintenance/contract'
import type * as people from '@/lib/people/contract'
import type * as peoplePause from '@/lib/people/pause-contract'
import type { Contract } from '@/lib/platform/contract'
import type * as progress from '@/lib/progress/contract'
import type * as progressDashboard from '@/lib/progress/dashboard-contract'
import type * as progressReviewCounts from '@/lib/progress/review-counts-contract'
import type * as projects from '@/lib/projects/contract'
import type * as projectsInvite from '@/lib/projects/invite-contract'
import type * as questions from '@/lib/questions/contract'
import type * as questionsDecisions from '@/lib/questions/decisions-contract'
import type * as queue from '@/lib/queue/contract'
import type * as reviews from '@/lib/reviews/contract'
import type * as rounds from '@/lib/rounds/contract'
import type * as scoring from '@/lib/scoring/contract'
import type * as scoringImport from '@/lib/scoring/import-contract'
import type * as splits from '@/lib/splits/contract'
import type * as webhooks from '@/lib/webhooks/contract'

/** The modules that define calls of the API. */
type ContractModule =
  | typeof adjudication
  | typeof agreement
  | typeof annotations
  | typeof annotationsGuideline
  | typeof annotationsOwn
  | typeof annotationsPractice
  | typeof annotationsPreview
  | typeof answers
  | typeof answersVerdicts
  | typeof audit
  | typeof auth
  | typeof authAccount
  | typeof authAccounts
  | typeof authPreferences
  | typeof authReset
  | typeof authTotp
  | typeof exports
  | typeof gold
  | typeof goldScreening
  | typeof goldSettings
  | typeof imports
  | typeof evaluation
  | typeof progress
  | typeof progressDashboard
  | typeof progressReviewCounts
  | typeof maintenance
  | typeof people
  | typeof peoplePause
  | typeof projects
  | typeof projectsInvite
  | typeof questions
  | typeof questionsDecisions
  | typeof queue
  | typeof reviews
  | typeof rounds
  | typeof scoring
  | typeof scoringImport
  | typeof splits
  | typeof webhooks

type ContractIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Contract> : never

/** The contracts by method and path: `post /projects/{project}/claims`. */
export type ApiContracts = {
  [C in ContractIn<ContractModule> as `${C['method']} ${C['path']}`]: C
}
