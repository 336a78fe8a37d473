/** Parses a percentage such as `12.5 %` to a share from 0 to 1. Returns null if it is invalid. */
export function parsePercent(text: string): number | null {
  const normalised = text.trim().replace(/\s*%$/, '').replace(',', '.')
  if (!/^\d{1,3}(\.\d+)?$/.test(normalised)) return null
  const percent = Number(normalised)
  return percent > 100 ? null : Number((percent / 100).toFixed(6))
}

/** Parses a whole number, with or without thousands separators. Returns null if it is invalid. */
export function parseWholeNumber(text: string): number | null {
  const normalised = text.trim().replaceAll(',', '')
  return /^\d{1,10}$/.test(normalised) ? Number(normalised) : null
}
