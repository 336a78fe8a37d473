/**
 * Where a request came from, as the reverse proxy before us says: the last address, which it has set or appended. All before
 * that is what someone sent. Without a proxy Next fills in the address of the socket; null: there is none.
 */
export function findClientAddress(forwardedFor: string | null): string | null {
  return forwardedFor?.split(',').at(-1)?.trim() || null
}

/** What attempts are counted by, also where no one says where they come from. */
export function formatClientAddress(address: string | null): string {
  return address ?? 'unknown'
}
