/** The result of a use of the browser's storage; undefined if storage is full or off, or its content can't be parsed. */
export function tryStorage<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
