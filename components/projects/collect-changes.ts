import { collectErrors, type FieldResult } from '@/components/ui/field-result'

type Results = Record<string, FieldResult<unknown>>
type ResultValues<R extends Results> = {
  [Name in keyof R]: R[Name] extends FieldResult<infer Value> ? Value : never
}

interface Validation<R extends Results> {
  /** Settings that differ from the saved ones. */
  changes: Partial<ResultValues<R>>
  errors: { [Name in keyof R]?: string }
}

/** Compares the form with the saved settings. */
export function collectChanges<R extends Results>(
  results: R,
  saved: ResultValues<R>,
): Validation<R> {
  const entries: [keyof R & string, FieldResult<unknown>][] = Object.entries(results)
  const changes = entries.flatMap(([name, result]) =>
    'value' in result && JSON.stringify(result.value) !== JSON.stringify(saved[name])
      ? [[name, result.value]]
      : [],
  )
  return {
    changes: Object.fromEntries(changes) as Validation<R>['changes'],
    errors: collectErrors(results) as Validation<R>['errors'],
  }
}

/** Whether the form differs from what is saved. Invalid input counts as different. */
export const hasEdits = ({ changes, errors }: { changes: object; errors: object }) =>
  Object.keys(changes).length + Object.keys(errors).length > 0
