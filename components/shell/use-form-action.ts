import { useEffect, useRef, useState } from 'react'
import { useFormLeaveGuard } from '@/components/ui/use-leave-guard'
import { describeCallError, readErrorsByField } from '@/lib/client/describe-call-error'
import { type ActionOptions, isErrorResult } from './action-effect'
import {
  describeHiddenFieldIssues,
  type FieldIssues,
  findInvalidControl,
  hasIssues,
  listFieldsThatShowErrors,
} from './field-issues'
import { type ActionFunction, useAction } from './use-action'

interface FormActionOptions<Name extends string> extends ActionOptions {
  /** Errors that the page finds. If there is one, nothing is sent. */
  issues?: FieldIssues<Name>
  /** The errors by field in an error from the server. Those that no field can show are in the outcome. */
  readIssues?: (error: unknown) => FieldIssues
  /** Fields whose errors the form displays in a summary, not at a control with their name. */
  fieldsInSummary?: readonly Name[]
  /** Whether the changes stay unsaved after a success, for example after a test of the values. */
  keepsChanges?: boolean
}

/**
 * The state of a form: its outcome and the errors of its fields. Focuses the first invalid field, and asks before
 * changes are lost.
 *
 * @param isGuarded false if leaving the page loses nothing
 */
export function useFormAction<Name extends string = string>(
  onChange?: () => void,
  { isGuarded = true }: { isGuarded?: boolean } = {},
) {
  const form = useRef<HTMLFormElement>(null)
  const [issues, setIssues] = useState<FieldIssues<Name>>({})
  const needsFocus = useRef(false)
  const action = useAction(onChange)
  const { readCurrentValues, markSaved } = useFormLeaveGuard(form, isGuarded)

  // Moves the focus once the errors are rendered, so that screen readers read them with the field.
  useEffect(() => {
    if (!needsFocus.current) return
    needsFocus.current = false
    const control = findInvalidControl(listControls(form.current), issues)
    // Screen readers read the error only when the field gets the focus.
    if (control === document.activeElement) control?.blur()
    control?.focus()
  }, [issues])

  function showIssues(newIssues: FieldIssues<Name>) {
    needsFocus.current = true
    setIssues(newIssues)
  }

  async function runAction(run: ActionFunction, options: FormActionOptions<Name> = {}) {
    const {
      issues: formIssues = {},
      readIssues = readErrorsByField,
      describeError = describeCallError,
      fieldsInSummary = [],
      keepsChanges = false,
      ...actionOptions
    } = options
    if (action.isBusy) return false
    action.setOutcome(null)
    showIssues(formIssues)
    if (hasIssues(formIssues)) return false
    // A final action may leave the page before `run` ends.
    const undoMarkSaved = actionOptions.isFinal ? markSaved() : null
    const sentValues = readCurrentValues()
    async function runAndMarkSaved() {
      const result = await run()
      if (isErrorResult(result)) undoMarkSaved?.()
      else if (!keepsChanges) markSaved(sentValues)
      return result
    }
    return action.runAction(runAndMarkSaved, {
      ...actionOptions,
      describeError(error) {
        undoMarkSaved?.()
        const newIssues = readIssues(error)
        showIssues(newIssues)
        const visibleFields = [
          ...listFieldsThatShowErrors(listControls(form.current)),
          ...fieldsInSummary,
        ]
        return describeHiddenFieldIssues(newIssues, visibleFields, () => describeError(error))
      },
    })
  }

  return { ...action, form, issues, setIssues, runAction }
}

/** The controls with a name, in the order of the form. */
const listControls = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement => 'name' in element && 'type' in element,
  )

/** The values of a form. A change clears the outcome and the errors of the changed fields. */
export function useFormFields<Fields extends object>(
  initial: Fields | (() => Fields),
  { setOutcome, setIssues }: Pick<FormAction<keyof Fields & string>, 'setOutcome' | 'setIssues'>,
) {
  const [fields, setFields] = useState(initial)

  function change(changes: Partial<Fields>) {
    setFields((previous) => ({ ...previous, ...changes }))
    setOutcome(null)
    for (const name of Object.keys(changes))
      setIssues((previous) => ({ ...previous, [name]: undefined }))
  }

  return { fields, setFields, change }
}

/** The properties of a text field for a value of a form. */
export function bindTextField<Fields extends object, Name extends keyof Fields & string>(
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
export const bindChoiceList = <Fields extends object, Name extends keyof Fields & string>(
  { fields, change }: { fields: Fields; change: (changes: Partial<Fields>) => void },
  name: Name,
) => ({
  name,
  value: fields[name],
  onChange: (value: Fields[Name]) => change({ [name]: value } as unknown as Partial<Fields>),
})

type FormAction<Name extends string> = ReturnType<typeof useFormAction<Name>>
