/**
 * The client address according to the reverse proxy: the last one, which the proxy set or appended. Earlier entries
 * may be forged. Without a proxy, Next sets the socket's address; null: unknown.
 */
export function findClientAddress(forwardedFor: string | null): string | null {
  return forwardedFor?.split(',').at(-1)?.trim() || null
}

/** The key for counting attempts, even if the address is unknown. */
export function toClientAddressKey(address: string | null): string {
  return address ?? 'unknown'
}
