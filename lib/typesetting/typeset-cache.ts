export interface TypesetCache {
  get: (key: string) => string | null | undefined
  set: (key: string, value: string | null) => void
}

/** Keeps recently used values, up to a total number of characters of keys and values. */
export function createTypesetCache(maxCharacters: number): TypesetCache {
  // A Map iterates in insertion order, so the first entry is the least recently used.
  const entries = new Map<string, string | null>()
  let characters = 0

  function remove(key: string) {
    const value = entries.get(key)
    if (value === undefined) return
    entries.delete(key)
    characters -= key.length + (value?.length ?? 0)
  }

  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      remove(key)
      entries.set(key, value)
      characters += key.length + (value?.length ?? 0)
      for (const oldest of entries.keys()) {
        if (characters <= maxCharacters) break
        remove(oldest)
      }
    },
  }
}
