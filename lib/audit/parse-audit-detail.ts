/** The details of an entry; empty if they are no JSON object, for example because someone tampered with them. */
export function parseAuditDetail(detail: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(detail)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
