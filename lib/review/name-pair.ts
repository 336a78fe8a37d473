/** What tells a pair of answers from all others. No text holds a NUL, so two pairs never give the same. */
export const namePair = (given: string, truth: string): string => `${given}\0${truth}`
