import { formatCount, formatNoun } from '@/lib/platform/format'

/** Where someone waits for a page or a command, solutions are counted so far; one more says that there are more. */
export const maxCounted = 10_000

/** `12 solutions`, `more than 10,000 solutions`. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return count > maxCounted
    ? `more than ${formatCount(maxCounted)} ${many}`
    : formatNoun(count, one, many)
}
