import { useRef, useState } from 'react'
import { describeCallError, readErrorsByField } from '@/lib/client/describe-call-error'
import { type ActionOptions, type RunAction, useAction } from './use-action'

/** Error messages by the name of the field. */
export type FieldIssues<Name extends string = string> = Partial<Record<Name, string | undefined>>

interface FormActionOptions<Name extends string> extends ActionOptions {
  /** Errors that the page finds. If there is one, nothing is sent. */
  issues?: FieldIssues<Name>
  /** The errors of fields in an error from the server. */
  readIssues?: (error: unknown) => FieldIssues<Name>
}

/** The state of a form: its outcome and the errors of its fields. Focuses the first invalid field. */
export function useFormAction<Name extends string = string>(onChange?: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const [issues, setIssues] = useState<FieldIssues<Name>>({})
  const action = useAction(onChange)

  /** Shows errors at their fields. Returns whether one of them is a field of the form. */
  function showIssues(newIssues: FieldIssues<Name>): boolean {
    setIssues(newIssues)
    const controls = [...(form.current?.elements ?? [])]
    const invalid = controls.find((control) => newIssues[control.getAttribute('name') as Name])
    if (invalid instanceof HTMLElement) invalid.focus()
    return invalid !== undefined
  }

  async function runAction(run: RunAction, options: FormActionOptions<Name> = {}) {
    const {
      issues: ownIssues = {},
      readIssues = readErrorsByField as (error: unknown) => FieldIssues<Name>,
      describeError = describeCallError,
      ...rest
    } = options
    if (action.isBusy) return false
    action.setOutcome(null)
    showIssues(ownIssues)
    if (Object.values(ownIssues).some(Boolean)) return false
    return action.runAction(run, {
      ...rest,
      describeError: (error) => (showIssues(readIssues(error)) ? null : describeError(error)),
    })
  }

  return { ...action, form, issues, setIssues, showIssues, runAction }
}

/** The values of a form. A change clears the outcome and the errors of the changed fields. */
export function useFormFields<Fields extends object>(
  initial: Fields | (() => Fields),
  { setOutcome, setIssues }: Pick<FormAction<keyof Fields & string>, 'setOutcome' | 'setIssues'>,
) {
  const [fields, setFields] = useState(initial)

  function change(changes: Partial<Fields>) {
    setFields((before) => ({ ...before, ...changes }))
    setOutcome(null)
    for (const name of Object.keys(changes))
      setIssues((before) => ({ ...before, [name]: undefined }))
  }

  return { fields, setFields, change }
}

/** The properties of a text field for a value of a form. */
export function bindText<Fields extends object, Name extends keyof Fields & string>(
  {
    fields,
    errors,
    change,
  }: {
    fields: Fields & Record<Name, string>
    errors: FieldIssues
    change: (changes: Partial<Fields>) => void
  },
  name: Name,
) {
  return {
    name,
    value: fields[name] as string,
    error: errors[name],
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value } as Partial<Fields>),
  }
}

/** The properties of a list of choices for a value of a form. */
export const bindChoice = <Fields extends object, Name extends keyof Fields & string>(
  { fields, change }: { fields: Fields; change: (changes: Partial<Fields>) => void },
  name: Name,
) => ({
  name,
  value: fields[name],
  onChange: (value: Fields[Name]) => change({ [name]: value } as unknown as Partial<Fields>),
})

type FormAction<Name extends string> = ReturnType<typeof useFormAction<Name>>

/** Errors of required fields that are empty. */
export function findMissingFields<Name extends string>(
  fields: Readonly<Record<Name, readonly [value: string, message: string]>>,
): FieldIssues<Name> {
  const entries = Object.entries<readonly [string, string]>(fields)
  return Object.fromEntries(
    entries.flatMap(([name, [value, message]]) => (value.trim() ? [] : [[name, message]])),
  ) as FieldIssues<Name>
}
