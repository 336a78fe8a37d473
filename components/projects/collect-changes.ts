import type { FieldResult } from '@/components/ui/number-fields'

type Results = Record<string, FieldResult<unknown>>
type ResultValues<R extends Results> = {
  [Name in keyof R]: R[Name] extends FieldResult<infer Value> ? Value : never
}

type Changes<R extends Results> = Partial<ResultValues<R>>
type Errors<R extends Results> = { [Name in keyof R]?: string }

/** Returns the settings that differ from the saved ones, and the errors by field. */
export function collectChanges<R extends Results>(
  results: R,
  saved: ResultValues<R>,
): { changes: Changes<R>; errors: Errors<R> } {
  const entries: [keyof R & string, FieldResult<unknown>][] = Object.entries(results)
  const changes = entries.flatMap(([name, result]) =>
    'value' in result && JSON.stringify(result.value) !== JSON.stringify(saved[name])
      ? [[name, result.value]]
      : [],
  )
  const errors = entries.flatMap(([name, result]) =>
    'error' in result ? [[name, result.error]] : [],
  )
  return {
    changes: Object.fromEntries(changes) as Changes<R>,
    errors: Object.fromEntries(errors) as Errors<R>,
  }
}
