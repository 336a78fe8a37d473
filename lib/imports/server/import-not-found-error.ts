import { AppError } from '@/lib/platform/errors'

export function makeImportNotFoundError(): AppError {
  return new AppError('not_found', 'Import not found in this project.')
}
