import type { PolicyFieldErrors, PolicyFields } from './policy-fields'

/** Props shared by the field groups of the policy form. */
export interface PolicyFieldsProps {
  fields: PolicyFields
  errors: PolicyFieldErrors
  change: (changes: Partial<PolicyFields>) => void
}
