/** Parses a whole number; null for anything else. */
export function parseWholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null
}

/** The error of a number with limits; undefined if it is valid. */
export function checkWholeNumber(text: string, max: number, sentence: string): string | undefined {
  const number = parseWholeNumber(text)
  return number === null || number < 1 || number > max ? sentence : undefined
}
