/** The value of a form field, or the error to show at it. */
export type FieldResult<T> = { value: T } | { error: string }

/** Returns the errors by field. */
export function collectErrors<Name extends string>(
  results: Readonly<Record<Name, FieldResult<unknown>>>,
): Partial<Record<Name, string>> {
  const entries: [string, FieldResult<unknown>][] = Object.entries(results)
  const errors = entries.flatMap(([name, result]) =>
    'error' in result ? [[name, result.error] as const] : [],
  )
  return Object.fromEntries(errors) as Partial<Record<Name, string>>
}
