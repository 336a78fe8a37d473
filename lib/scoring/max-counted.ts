import { formatCount, formatNoun } from '@/lib/platform/format'

/** Pages and commands count solutions up to here; one more means "more than". */
export const maxCounted = 10_000

/** `12 solutions`, `more than 10,000 solutions`. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return count > maxCounted
    ? `more than ${formatCount(maxCounted)} ${many}`
    : formatNoun(count, one, many)
}
