import type { PolicyErrors, PolicyFields } from './policy-fields'

/** Props shared by the field groups of the policy form. */
export interface PolicyGroupProps {
  fields: PolicyFields
  errors: PolicyErrors
  change: (changes: Partial<PolicyFields>) => void
}
