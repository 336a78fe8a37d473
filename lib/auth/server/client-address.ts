/** Where a request came from, as the reverse proxy before us says; `unknown` without one. Attempts are counted by it. */
export function readClientAddress(forwardedFor: string | null | undefined): string {
  return forwardedFor?.split(',')[0]?.trim() || 'unknown'
}
