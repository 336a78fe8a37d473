/** A share from per cent as somebody wrote it, `12.5 %`; null where it is none. */
export function readPercent(text: string): number | null {
  const written = text.trim().replace(/\s*%$/, '').replace(',', '.')
  if (!/^\d{1,3}(\.\d+)?$/.test(written)) return null
  const percent = Number(written)
  return percent > 100 ? null : Number((percent / 100).toFixed(6))
}

/** A whole number, with or without commas between its thousands; null where it is none. */
export function readNumber(text: string): number | null {
  const written = text.trim().replaceAll(',', '')
  return /^\d{1,10}$/.test(written) ? Number(written) : null
}
