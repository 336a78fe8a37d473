const prefix = 'stepmark:words:'

/**
 * Text that somebody is writing and has not finished, kept for this tab, so that a reload does not lose it. By the lease
 * and the place that it belongs to. Where the browser keeps nothing it stays on the page alone.
 */
export function keepWords(place: string, words: string): void {
  try {
    if (words === '') sessionStorage.removeItem(prefix + place)
    else sessionStorage.setItem(prefix + place, words)
  } catch {
    // See above.
  }
}

export function readWords(place: string): string | null {
  try {
    return sessionStorage.getItem(prefix + place)
  } catch {
    return null
  }
}

/** All of them: somebody else may sit here next. */
export const forgetAllWords = () => forgetKeys(prefix)

/** All that this tab keeps, secrets of links too. Whoever signs in still needs those: they may have come by one. */
export const forgetTab = () => forgetKeys('stepmark:')

function forgetKeys(begin: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(begin)) sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}
