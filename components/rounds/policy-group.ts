import type { PolicyErrors, PolicyFields } from './policy-fields'

/** What each group of fields is given. */
export interface PolicyGroupProps {
  fields: PolicyFields
  errors: PolicyErrors
  change: (changed: Partial<PolicyFields>) => void
}
