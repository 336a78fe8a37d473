/** Parses a percentage such as `12.5 %` to a share from 0 to 1. Returns null if it is invalid. */
export function parsePercent(text: string): number | null {
  const normalized = text.trim().replace(/\s*%$/, '').replace(',', '.')
  if (!/^\d{1,3}(\.\d+)?$/.test(normalized)) return null
  const percent = Number(normalized)
  return percent > 100 ? null : Number((percent / 100).toFixed(6))
}

/** Parses a whole number, with or without thousands separators. Returns null if it is invalid. */
export function parseWholeNumber(text: string): number | null {
  const normalized = text.trim().replaceAll(',', '')
  return /^\d{1,10}$/.test(normalized) ? Number(normalized) : null
}
