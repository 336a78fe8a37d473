/** A whole number as someone wrote it; null for anything else. */
export function parseWholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null
}

/** What is wrong with a number that has bounds; undefined where nothing is. */
export function checkNumber(text: string, max: number, sentence: string): string | undefined {
  const number = parseWholeNumber(text)
  return number === null || number < 1 || number > max ? sentence : undefined
}
