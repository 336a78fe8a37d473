import { AppError } from '@/lib/platform/errors'

export function makeSolutionNotFoundError(): AppError {
  return new AppError('not_found', 'Solution not found in this project.')
}

export function makeStepsOutdatedError(): AppError {
  return new AppError(
    'conflict',
    'The steps of this solution were repaired since you opened it. Nothing was changed. Reload the page.',
  )
}
