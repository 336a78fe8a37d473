import { AppError } from '@/lib/platform/errors'

export function noSuchImport(): AppError {
  return new AppError('not_found', 'There is no such import in this project.')
}
