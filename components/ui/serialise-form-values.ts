/** The properties of a form control that are compared or decide whether it is ignored. */
interface FormControl {
  type: string
  value: string
  checked?: boolean
  closest: (selector: string) => unknown
}

/** Types of controls that the user doesn’t change, or that browsers fill in. */
const ignoredTypes = ['button', 'fieldset', 'hidden', 'output', 'password', 'reset', 'submit']

/** The values of a form as one text, to compare with an earlier one. */
export function serialiseFormValues(controls: readonly FormControl[]): string {
  const fields = controls.filter(
    // The index of a long form is inside it, and follows the scrolling.
    (control) => !ignoredTypes.includes(control.type) && !control.closest('nav'),
  )
  return JSON.stringify(fields.map(({ value, checked }) => [value, checked]))
}
