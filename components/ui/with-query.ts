/** Adds query parameters to a path, except those without a value. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value)
  const queryText = query.toString()
  return queryText === '' ? path : `${path}?${queryText}`
}
