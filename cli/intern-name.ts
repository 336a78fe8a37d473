/** Returns the same string for equal names, so that a large file needs less memory. */
export function internName(names: Map<string, string>, name: string): string {
  const storedName = names.get(name)
  if (storedName !== undefined) return storedName
  names.set(name, name)
  return name
}
