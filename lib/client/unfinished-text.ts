const prefix = 'stepmark:text:'

/**
 * Stores unfinished text for this tab, so that a reload does not lose it. Empty text deletes the item. Does nothing where
 * the browser stores nothing.
 *
 * @param name says what the text is for, such as `return/<annotation id>`
 */
export function storeUnfinishedText(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + name)
    else sessionStorage.setItem(prefix + name, text)
  } catch {
    // Storage is full or off.
  }
}

export function readUnfinishedText(name: string): string | null {
  try {
    return sessionStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

/** The stored texts whose names begin with `namePrefix`, by the rest of the name. */
export function listUnfinishedTexts(namePrefix: string): readonly (readonly [string, string])[] {
  const keyPrefix = prefix + namePrefix
  try {
    return Object.entries<string>(sessionStorage)
      .filter(([key]) => key.startsWith(keyPrefix))
      .map(([key, text]) => [key.slice(keyPrefix.length), text] as const)
  } catch {
    return []
  }
}

/** For when someone else may use this tab next. */
export const deleteUnfinishedTexts = () => deleteItems(prefix)

/** Deletes all that this tab stores, also secrets of links. Call it after a sign-out, but not before a sign-in by a link. */
export const deleteTabStorage = () => deleteItems('stepmark:')

function deleteItems(keyPrefix: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(keyPrefix)) sessionStorage.removeItem(key)
  } catch {
    // Storage is off.
  }
}
