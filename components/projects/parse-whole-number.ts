/** Parses a whole number. Returns null if it is invalid. */
export function parseWholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null
}

/** Returns `errorMessage` unless the text is a whole number from 1 to `max`. */
export function checkWholeNumber(
  text: string,
  max: number,
  errorMessage: string,
): string | undefined {
  const number = parseWholeNumber(text)
  return number === null || number < 1 || number > max ? errorMessage : undefined
}
