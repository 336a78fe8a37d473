import { formatCount, formatQuantity } from '@/lib/platform/format'

/** Pages and commands count solutions up to here; one more means "more than". */
export const maxCountedSolutions = 10_000

/** `12 solutions`, `more than 10,000 solutions`. */
export function formatCappedCount(count: number, singular: string): string {
  return count > maxCountedSolutions
    ? `more than ${formatCount(maxCountedSolutions)} ${singular}s`
    : formatQuantity(count, singular)
}
