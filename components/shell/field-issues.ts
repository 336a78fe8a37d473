import type { ReactNode } from 'react'
import { formatIssues } from '@/lib/client/describe-call-error'

/** Error messages by the name of the field. */
export type FieldIssues<Name extends string = string> = Partial<Record<Name, string | undefined>>

/** The properties of a form control that error messages depend on. */
interface FormControl {
  name: string
  type: string
}

/** Errors of required fields that are empty. */
export function checkRequiredFields<Name extends string>(
  fields: Readonly<Record<Name, readonly [value: string, message: string]>>,
): FieldIssues<Name> {
  const entries = Object.entries<readonly [string, string]>(fields)
  return Object.fromEntries(
    entries.flatMap(([name, [value, message]]) => (value.trim() ? [] : [[name, message]])),
  ) as FieldIssues<Name>
}

export const hasIssues = (issues: FieldIssues) => Object.values(issues).some(Boolean)

/** The first control, in the order of the form, whose field has an error. */
export const findInvalidControl = <Control extends FormControl>(
  controls: readonly Control[],
  issues: FieldIssues,
): Control | undefined => controls.find(({ name }) => issues[name])

/** The fields whose errors are shown at their control. Choices and hidden controls show none. */
export const listFieldsThatShowErrors = (controls: readonly FormControl[]): string[] =>
  controls
    .filter(({ name, type }) => name && !['radio', 'checkbox', 'hidden', 'submit'].includes(type))
    .map(({ name }) => name)

/**
 * The text of the outcome for an error with these issues. Leaves out the issues that are displayed at their fields. Null
 * if all are.
 */
export function describeHiddenFieldIssues(
  issues: FieldIssues,
  visibleFields: readonly string[],
  describeError: () => ReactNode,
): ReactNode {
  const entries = Object.entries(issues).filter((entry): entry is [string, string] => !!entry[1])
  const hiddenFieldEntries = entries.filter(([name]) => !visibleFields.includes(name))
  if (entries.length > 0 && hiddenFieldEntries.length === 0) return null
  // The message of an error describes its first issue only.
  return entries.length > 1 ? formatIssues(Object.fromEntries(hiddenFieldEntries)) : describeError()
}
