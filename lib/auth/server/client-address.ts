/** Where a request came from, as the reverse proxy before us says; null without one. */
export function findClientAddress(forwardedFor: string | null): string | null {
  return forwardedFor?.split(',')[0]?.trim() || null
}

/** What attempts are counted by, also where nobody says where they come from. */
export function nameClientAddress(address: string | null): string {
  return address ?? 'unknown'
}
