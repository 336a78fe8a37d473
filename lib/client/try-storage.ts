/** The result of a use of the browser's storage; undefined where storage is full or off. */
export function tryStorage<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
