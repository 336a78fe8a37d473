/**
 * The last address of the header X-Forwarded-For, which the reverse proxy set or appended. Earlier ones may be forged.
 * Without a proxy, Next sets the header to the socket's address. Null: unknown.
 */
export function findClientAddress(forwardedFor: string | null): string | null {
  return forwardedFor?.split(',').at(-1)?.trim() || null
}

/** The key for counting attempts, even if the address is unknown. */
export function toClientAddressKey(address: string | null): string {
  return address ?? 'unknown'
}
