import { formatBytes } from '@/lib/platform/format'

/** As the contract of imports has it (`fileMaxBytes`). */
const largestFile = 2 * 1024 ** 3

/** Why a file need not be sent at all; null: it may well be fine. */
export function refuseFile(file: File): string | null {
  if (file.size === 0)
    return `${file.name} is empty, or a folder. Nothing was sent. Choose a file with something in it.`
  if (file.size > largestFile)
    return `${file.name} has ${formatBytes(file.size)}; up to ${formatBytes(largestFile)} can be taken. Nothing was sent. Pack it with gzip, or cut it in two: nothing is doubled.`
  return null
}
