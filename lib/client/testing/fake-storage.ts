/** A `Storage` whose items are its own properties, as in a browser. */
export function createFakeStorage(): Storage {
  const functions = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  return Object.create(functions) as Storage
}
