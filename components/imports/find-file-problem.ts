import { formatBytes } from '@/lib/platform/format'

/** As in the contract of imports (`maxFileBytes`). */
const maxFileBytes = 2 * 1024 ** 3

/** Why a file can't be uploaded; null if it can. */
export function findFileProblem(file: File): string | null {
  if (file.size === 0) return `${file.name} is empty or a folder. Choose a file with data.`
  if (file.size > maxFileBytes)
    return `${file.name} is ${formatBytes(file.size)}; the limit is ${formatBytes(maxFileBytes)}. Compress it with gzip or split it.`
  return null
}
